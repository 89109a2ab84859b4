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

#include "groups.h"
#include "lanes.h"

void corral_score_lanes_portable(const lanes_job *job, uint32_t first_block, uint32_t end_block)
{
    score_lanes(job, first_block, end_block);
}

/* Feedback in byte lanes. The loops are plain; compilers vectorise them. */

/* How often a symbol stands in each of some codes, at most `limit` times. */
static void add_shared(const symbol_rows *rows, uint8_t symbol, uint8_t limit, size_t length, uint8_t *RESTRICT out)
{
    for (size_t from = 0; from < length; from += 64) {
        uint8_t found[64] = {0};
        for (int place = 0; place < rows->places; place++) {
            const uint8_t *digits = rows->digits[place] + from;
            for (int i = 0; i < 64; i++)
                found[i] = (uint8_t)(found[i] + (digits[i] == symbol));
        }
        for (int i = 0; i < 64; i++)
            out[from + (size_t)i] = (uint8_t)(out[from + (size_t)i] + (found[i] < limit ? found[i] : limit));
    }
}

/* The steps of a map from 0 .. places, so that it can be applied by comparing and adding: x -> map[0] + steps. */
static void apply_map(const uint8_t *map, int places, size_t length, uint8_t *RESTRICT values)
{
    for (size_t from = 0; from < length; from += 64) {
        uint8_t mapped[64];
        memset(mapped, map[0], sizeof mapped);
        for (int value = 1; value <= places; value++) {
            uint8_t step = (uint8_t)(map[value] - map[value - 1]);
            for (int i = 0; i < 64; i++)
                mapped[i] = (uint8_t)(mapped[i] + (values[from + (size_t)i] >= value ? step : 0));
        }
        memcpy(values + from, mapped, sizeof mapped);
    }
}

static size_t padded_length(const symbol_rows *rows)
{
    return ((size_t)rows->count + 63) / 64 * 64;
}

void corral_total_row_portable(const symbol_rows *rows, const uint8_t *guess, const uint8_t *by_total, uint8_t *out)
{
    size_t length = padded_length(rows);
    memset(out, 0, length);
    for (int place = 0; place < rows->places; place++) {
        int earlier = 0, limit = 1;
        for (int other = 0; other < place; other++)
            earlier += guess[other] == guess[place];
        for (int other = place + 1; other < rows->places; other++)
            limit += guess[other] == guess[place];
        if (!earlier)
            add_shared(rows, guess[place], (uint8_t)limit, length, out);
    }
    apply_map(by_total, rows->places, length, out);
}

void corral_class_row_portable(const symbol_rows *rows, const uint8_t *guess, const uint8_t *totals,
                               const uint8_t *by_bulls, uint8_t *out)
{
    for (size_t from = 0; from < padded_length(rows); from += 64) {
        uint8_t bulls[64] = {0};
        for (int place = 0; place < rows->places; place++) {
            const uint8_t *digits = rows->digits[place] + from;
            for (int i = 0; i < 64; i++)
                bulls[i] = (uint8_t)(bulls[i] + (digits[i] == guess[place]));
        }
        apply_map(by_bulls, rows->places, sizeof bulls, bulls);
        for (int i = 0; i < 64; i++)
            out[from + (size_t)i] = (uint8_t)(totals[from + (size_t)i] + bulls[i]);
    }
}

void corral_table_rows_portable(const symbol_rows *rows, const uint8_t *guesses, const uint8_t *const *totals,
                                const uint8_t *by_bulls, uint32_t count, uint8_t *out, bool stream)
{
    (void)stream;
    symbol_rows chunk = {.places = rows->places};
    for (uint32_t row = 0; row < count; row++)
        for (uint32_t from = 0; from < rows->count; from += 64) {
            uint8_t classes[64];
            chunk.count = rows->count - from < 64 ? rows->count - from : 64;
            for (int place = 0; place < rows->places; place++)
                chunk.digits[place] = rows->digits[place] + from;
            corral_class_row_portable(&chunk, guesses + (size_t)row * CORRAL_MAX_PLACES, totals[row] + from, by_bulls,
                                      classes);
            memcpy(out + (size_t)row * rows->count + from, classes, chunk.count);
        }
}

const corral_kernels corral_kernels_portable = {
    .score_lanes = corral_score_lanes_portable,
    .score_group = score_group,
    .total_row = corral_total_row_portable,
    .class_row = corral_class_row_portable,
    .table_rows = corral_table_rows_portable,
};
