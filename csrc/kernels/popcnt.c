/* Words and the popcnt instruction, which count candidates faster than 128-bit vectors; what counts no bits is
   better off with those. */

#include "kernels.h"
#include "../portability.h"

#if CORRAL_X86

#include <nmmintrin.h>
#include <string.h>

TARGET_BEGIN("popcnt")

typedef uint64_t vec;
typedef uint64_t counter;
enum { COUNTER_BLOCKS = 1 << 24 };

ALWAYS_INLINE vec vec_load(const uint64_t *words)
{
    return *words;
}

ALWAYS_INLINE void vec_store(uint64_t *words, vec a)
{
    *words = a;
}

#include "wordwise.h"

ALWAYS_INLINE counter counter_zero(void)
{
    return 0;
}

ALWAYS_INLINE counter counter_add(counter sum, vec a)
{
    return sum + (uint64_t)_mm_popcnt_u64(a);
}

ALWAYS_INLINE uint32_t counter_sum(counter sum)
{
    return (uint32_t)sum;
}

/* Add the sums of n <= 8 counters to n numbers. */
ALWAYS_INLINE void counter_sums(const counter *counters, int n, uint32_t *sums)
{
    UNROLL for (int i = 0; i < n; i++)
        sums[i] += counter_sum(counters[i]);
}

#include "groups.h"

ALWAYS_INLINE void bit_counts(uint64_t a, uint64_t b, unsigned *count_a, unsigned *count_b)
{
    *count_a = (unsigned)_mm_popcnt_u64(a);
    *count_b = (unsigned)_mm_popcnt_u64(b);
}

#include "words.h"

TARGET_END

const corral_kernels corral_kernels_popcnt = {
    .classify_words = classify_words,
    .tell_apart = tell_apart,
    .count_parts = corral_count_parts_portable,
    .count_sizes = corral_count_sizes_portable,
    .spread_sizes = corral_spread_sizes_portable,
    .bound_guesses = corral_bound_guesses_portable,
    .find_mixed = corral_find_mixed_portable,
    .score_lanes = corral_score_lanes_portable,
    .score_group = score_group,
    .total_row = corral_total_row_portable,
    .class_row = corral_class_row_portable,
    .bulls_row = corral_bulls_row_portable,
    .table_row = corral_table_row_portable,
    .table_end = corral_table_end_portable,
};

#endif
