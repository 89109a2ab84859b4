/* Plain C, without intrinsics: 128-bit vectors where the compiler has vector types, which it lowers to what the
   processor has, and 64-bit words elsewhere. */

#include "kernels.h"
#include "../portability.h"

#include <string.h>

#if defined(__GNUC__)
typedef uint64_t vec __attribute__((vector_size(16), may_alias));
#define SPREAD(word) ((vec){(word), (word)})
#else
typedef uint64_t vec;
#define SPREAD(word) (word)
#endif

ALWAYS_INLINE vec vec_load(const uint64_t *words)
{
    return *(const vec *)words;
}

ALWAYS_INLINE void vec_store(uint64_t *words, vec a)
{
    *(vec *)words = a;
}

ALWAYS_INLINE vec vec_zero(void)
{
    return SPREAD(0);
}

ALWAYS_INLINE bool vec_any(vec a)
{
    uint64_t words[sizeof a / 8], any = 0;
    memcpy(words, &a, sizeof a);
    for (size_t word = 0; word < sizeof a / 8; word++)
        any |= words[word];
    return any;
}

#include "wordwise.h"

/* Turn planes of weight 1, 2, 4 .. into one byte a lane: eight lanes' bits of all planes are an 8 by 8 matrix of bits
   in a word, transposed by swapping ever larger squares. */
ALWAYS_INLINE void vec_to_bytes(const vec *planes, int used_planes, uint8_t *bytes)
{
    for (int eighth = 0; eighth < 8; eighth++) {
        vec matrix = SPREAD(0), swap;
        for (int plane = 0; plane < used_planes; plane++)
            matrix |= (planes[plane] >> (8 * eighth) & SPREAD(0xff)) << (8 * plane);
        swap = (matrix ^ matrix >> 7) & SPREAD(0x00aa00aa00aa00aau);
        matrix ^= swap ^ swap << 7;
        swap = (matrix ^ matrix >> 14) & SPREAD(0x0000cccc0000ccccu);
        matrix ^= swap ^ swap << 14;
        swap = (matrix ^ matrix >> 28) & SPREAD(0x00000000f0f0f0f0u);
        matrix ^= swap ^ swap << 28;
        uint64_t words[sizeof matrix / 8];
        memcpy(words, &matrix, sizeof matrix);
        for (size_t word = 0; word < sizeof matrix / 8; word++)
            for (int lane = 0; lane < 8; lane++)
                bytes[word * 64 + (size_t)eighth * 8 + (size_t)lane] = (uint8_t)(words[word] >> (8 * lane));
    }
}

/* Bit counts in bytes, at most 8 a vector. */
typedef vec counter;
enum { COUNTER_BLOCKS = 31 / (64 / (int)sizeof(vec)) };

ALWAYS_INLINE counter counter_zero(void)
{
    return SPREAD(0);
}

ALWAYS_INLINE counter counter_add(counter sum, vec a)
{
    a = a - (a >> 1 & SPREAD(0x5555555555555555u));
    a = (a & SPREAD(0x3333333333333333u)) + (a >> 2 & SPREAD(0x3333333333333333u));
    return sum + ((a + (a >> 4)) & SPREAD(0x0f0f0f0f0f0f0f0fu));
}

ALWAYS_INLINE uint32_t counter_sum(counter sum)
{
    uint64_t words[sizeof sum / 8], total = 0;
    memcpy(words, &sum, sizeof sum);
    for (size_t word = 0; word < sizeof sum / 8; word++)
        total += (words[word] & 0x00ff00ff00ff00ffu) + (words[word] >> 8 & 0x00ff00ff00ff00ffu);
    return (uint32_t)(total * 0x0001000100010001u >> 48);
}

/* Add the sums of n <= 8 counters to n numbers. */
ALWAYS_INLINE void counter_sums(const counter *counters, int n, uint32_t *sums)
{
    UNROLL for (int i = 0; i < n; i++)
        sums[i] += counter_sum(counters[i]);
}

#include "groups.h"
#include "lanes.h"
#include "spread.h"
#include "parts.h"
#include "bounds.h"
#include "mixed.h"

/* Bit counts of two words that have at most 15 bits set, in the halves of the bytes of one. */
ALWAYS_INLINE void bit_counts(uint64_t a, uint64_t b, unsigned *count_a, unsigned *count_b)
{
    const uint64_t twos = 0x5555555555555555u, fours = 0x3333333333333333u, eights = 0x0f0f0f0f0f0f0f0fu;
    a -= a >> 1 & twos;
    b -= b >> 1 & twos;
    a = (a & fours) + (a >> 2 & fours);
    b = (b & fours) + (b >> 2 & fours);
    a = (a + (a >> 4)) & eights;
    b = (b + (b >> 4)) & eights;
    const unsigned both = (unsigned)(((b << 4) + a) * 0x0101010101010101u >> 56);
    *count_a = both & 15;
    *count_b = both >> 4;
}

#include "words.h"

void corral_score_lanes_portable(const lanes_job *job, uint32_t first_block, uint32_t end_block)
{
    score_lanes(job, first_block, end_block);
}

void corral_count_parts_portable(const parts_job *job, uint32_t first_block, uint32_t end_block, most_parts *most)
{
    count_parts(job, first_block, end_block, most);
}

void corral_count_sizes_portable(const parts_job *job, uint32_t first_block, uint32_t end_block, most_parts *most)
{
    count_sizes(job, first_block, end_block, most);
}

void corral_bound_guesses_portable(bound_job *job, uint32_t first_block, uint32_t end_block)
{
    bound_guesses(job, first_block, end_block);
}

void corral_find_mixed_portable(const vertical_job *job, uint32_t first_block, uint32_t end_block)
{
    find_mixed(job, first_block, end_block);
}

/* Feedback in byte lanes. The loops are plain, for compilers to vectorise. */

static size_t padded(uint32_t count)
{
    return ((size_t)count + 63) / 64 * 64;
}

/* out[i] = before[i] + (symbols[i] == symbol) */
static void add_equal(const uint8_t *symbols, uint8_t symbol, const uint8_t *before, size_t length, uint8_t *out)
{
    for (size_t i = 0; i < length; i++)
        out[i] = (uint8_t)(before[i] + (symbols[i] == symbol));
}

static void add(const uint8_t *RESTRICT addends, size_t length, uint8_t *RESTRICT values)
{
    for (size_t i = 0; i < length; i++)
        values[i] = (uint8_t)(values[i] + addends[i]);
}

void corral_bulls_row_portable(uint32_t count, const uint8_t *symbols, uint8_t symbol, const uint8_t *before,
                               uint8_t *out)
{
    add_equal(symbols, symbol, before, padded(count), out);
}

/* Replace each value x <= places by map[x], as map[0] and the steps of the map up to x: comparisons, for want of a
   look-up in vectors. */
static void apply_map(const uint8_t *map, int places, size_t length, uint8_t *RESTRICT values)
{
    enum { SHORT = 256 };
    uint8_t mapped[SHORT];
    for (size_t from = 0; from < length; from += SHORT, values += SHORT) {
        size_t used = length - from < SHORT ? length - from : SHORT;
        memset(mapped, map[0], used);
        for (int value = 1; value <= places; value++) {
            uint8_t step = (uint8_t)(map[value] - map[value - 1]), at = (uint8_t)value;
            for (size_t i = 0; i < used; i++)
                mapped[i] = (uint8_t)(mapped[i] + (values[i] >= at ? step : 0));
        }
        memcpy(values, mapped, used);
    }
}

/* Add to `totals` how often a symbol stands in each code, at most `limit` times. */
static void add_shared(const symbol_rows *rows, uint8_t symbol, uint8_t limit, uint8_t *RESTRICT totals)
{
    enum { SHORT = 256 };
    uint8_t found[SHORT];
    size_t length = padded(rows->count);
    for (size_t from = 0; from < length; from += SHORT, totals += SHORT) {
        size_t used = length - from < SHORT ? length - from : SHORT;
        memset(found, 0, used);
        for (int place = 0; place < rows->places; place++) {
            const uint8_t *symbols = rows->digits[place] + from;
            for (size_t i = 0; i < used; i++)
                found[i] = (uint8_t)(found[i] + (symbols[i] == symbol));
        }
        for (size_t i = 0; i < used; i++)
            totals[i] = (uint8_t)(totals[i] + (found[i] < limit ? found[i] : limit));
    }
}

void corral_total_row_portable(const symbol_rows *rows, const uint8_t *guess, const uint8_t *by_total, uint8_t *out)
{
    memset(out, 0, padded(rows->count));
    for (int place = 0; place < rows->places; place++) {
        int earlier = 0, limit = 1;
        for (int other = 0; other < place; other++)
            earlier += guess[other] == guess[place];
        for (int other = place + 1; other < rows->places; other++)
            limit += guess[other] == guess[place];
        if (!earlier)
            add_shared(rows, guess[place], (uint8_t)limit, out);
    }
    apply_map(by_total, rows->places, padded(rows->count), out);
}

void corral_class_row_portable(const symbol_rows *rows, const uint8_t *guess, const uint8_t *totals,
                               const uint8_t *by_bulls, uint8_t *out)
{
    size_t length = padded(rows->count);
    memset(out, 0, length);
    for (int place = 0; place < rows->places; place++)
        add_equal(rows->digits[place], guess[place], out, length, out);
    apply_map(by_bulls, rows->places, length, out);
    add(totals, length, out);
}

void corral_table_row_portable(table_writer *writer, const table_row *row)
{
    uint8_t *out = writer->next;
    add_equal(row->symbols, row->symbol, row->before, row->count, out);
    apply_map(row->by_bulls, row->places, row->count, out);
    add(row->totals, row->count, out);
    writer->next += row->count;
}

void corral_table_end_portable(table_writer *writer)
{
    (void)writer;
}

void corral_spread_sizes_portable(const parts_job *job, uint32_t block, uint8_t *bytes)
{
    spread_sizes(job, block, bytes);
}

const corral_kernels corral_kernels_portable = {
    .classify_words = classify_words,
    .tell_apart = tell_apart,
    .count_parts = corral_count_parts_portable,
    .count_sizes = corral_count_sizes_portable,
    .spread_sizes = spread_sizes,
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
