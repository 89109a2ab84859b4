/* 512-bit vectors. Tables are bound by memory, so their rows stay with 256 bits. */

#include "kernels.h"
#include "../portability.h"

#if CORRAL_X86

#include <immintrin.h>
#include <string.h>

TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,popcnt")

typedef __m512i vec;

ALWAYS_INLINE vec vec_load(const uint64_t *words)
{
    return _mm512_load_si512(words);
}

ALWAYS_INLINE void vec_store(uint64_t *words, vec a)
{
    _mm512_store_si512(words, a);
}

ALWAYS_INLINE vec vec_and(vec a, vec b)
{
    return _mm512_and_si512(a, b);
}

ALWAYS_INLINE vec vec_or(vec a, vec b)
{
    return _mm512_or_si512(a, b);
}

ALWAYS_INLINE vec vec_xor(vec a, vec b)
{
    return _mm512_xor_si512(a, b);
}

ALWAYS_INLINE vec vec_not(vec a)
{
    return _mm512_ternarylogic_epi64(a, a, a, 0x55);
}

ALWAYS_INLINE vec vec_andnot(vec a, vec b)
{
    return _mm512_andnot_si512(b, a);
}

ALWAYS_INLINE vec vec_zero(void)
{
    return _mm512_setzero_si512();
}

ALWAYS_INLINE bool vec_any(vec a)
{
    return _mm512_test_epi64_mask(a, a);
}

ALWAYS_INLINE vec vec_or_and(vec x, vec a, vec b)
{
    return _mm512_ternarylogic_epi64(x, a, b, 0xf8);
}

ALWAYS_INLINE vec vec_or_xor(vec x, vec a, vec b)
{
    return _mm512_ternarylogic_epi64(x, a, b, 0xf6);
}

ALWAYS_INLINE vec vec_majority(vec a, vec b, vec c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0xe8);
}

ALWAYS_INLINE void vec_full_add(vec *sum, vec *carry, vec a, vec b, vec c)
{
    *carry = _mm512_ternarylogic_epi64(a, b, c, 0xe8);
    *sum = _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* Planes of weight 1, 2, 4 .. into one byte a lane, 64 lanes at a time. */
ALWAYS_INLINE void vec_to_bytes(const vec *planes, int used_planes, uint8_t *bytes)
{
    for (size_t word = 0; word < 8; word++) {
        vec sum = _mm512_setzero_si512();
        for (int plane = 0; plane < used_planes; plane++) {
            uint64_t set;
            memcpy(&set, (const char *)(planes + plane) + 8 * word, sizeof set);
            sum = _mm512_mask_add_epi8(sum, set, sum, _mm512_set1_epi8((char)(1 << plane)));
        }
        _mm512_storeu_si512(bytes + 64 * word, sum);
    }
}

typedef vec counter;
enum { COUNTER_BLOCKS = 1 << 24 };

ALWAYS_INLINE counter counter_zero(void)
{
    return _mm512_setzero_si512();
}

ALWAYS_INLINE counter counter_add(counter sum, vec a)
{
    return _mm512_add_epi64(sum, _mm512_popcnt_epi64(a));
}

ALWAYS_INLINE uint32_t counter_sum(counter sum)
{
    return (uint32_t)_mm512_reduce_add_epi64(sum);
}

/* Add the sums of n <= 8 counters to n numbers; there are 8 counters to read. Pairs are added while they are brought
   together, three times, which takes a third of the operations of eight sums. */
ALWAYS_INLINE void counter_sums(const counter *counters, int n, uint32_t *sums)
{
    vec pairs[4], fours[2];
    UNROLL for (int i = 0; i < 4; i++)
        pairs[i] = _mm512_add_epi64(_mm512_unpacklo_epi64(counters[2 * i], counters[2 * i + 1]),
                                    _mm512_unpackhi_epi64(counters[2 * i], counters[2 * i + 1]));
    UNROLL for (int i = 0; i < 2; i++)
        fours[i] = _mm512_add_epi64(_mm512_shuffle_i64x2(pairs[2 * i], pairs[2 * i + 1], 0x88),
                                    _mm512_shuffle_i64x2(pairs[2 * i], pairs[2 * i + 1], 0xdd));
    vec all = _mm512_add_epi64(_mm512_shuffle_i64x2(fours[0], fours[1], 0x88),
                               _mm512_shuffle_i64x2(fours[0], fours[1], 0xdd));
    const __mmask8 used = (__mmask8)((1 << n) - 1);
    __m256i before = _mm256_maskz_loadu_epi32(used, sums);
    _mm256_mask_storeu_epi32(sums, used, _mm256_add_epi32(before, _mm512_cvtepi64_epi32(all)));
}

#include "groups.h"
#include "lanes.h"
#include "spread.h"
#include "parts.h"
#include "bounds.h"
#include "mixed.h"

ALWAYS_INLINE void bit_counts(uint64_t a, uint64_t b, unsigned *count_a, unsigned *count_b)
{
    *count_a = (unsigned)_mm_popcnt_u64(a);
    *count_b = (unsigned)_mm_popcnt_u64(b);
}

#include "wordlanes.h"

TARGET_END

const corral_kernels corral_kernels_avx512 = {
    .classify_words = classify_word_lanes,
    .tell_apart = tell_word_lanes,
    .count_parts = count_parts,
    .count_sizes = count_sizes,
    .spread_sizes = spread_sizes,
    .bound_guesses = bound_guesses,
    .find_mixed = find_mixed,
    .score_lanes = score_lanes,
    .score_group = score_group,
    .total_row = corral_total_row_avx2,
    .class_row = corral_class_row_avx2,
    .bulls_row = corral_bulls_row_avx2,
    .table_row = corral_table_row_avx2,
    .table_end = corral_table_end_avx2,
};

#endif
