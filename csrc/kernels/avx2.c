/* 256-bit vectors. */

#include "kernels.h"
#include "../portability.h"

#if CORRAL_X86

#include <immintrin.h>
#include <string.h>

TARGET_BEGIN("avx2,popcnt")

typedef __m256i vec;

ALWAYS_INLINE vec vec_load(const uint64_t *words)
{
    return _mm256_load_si256((const __m256i *)words);
}

ALWAYS_INLINE void vec_store(uint64_t *words, vec a)
{
    _mm256_store_si256((__m256i *)words, a);
}

ALWAYS_INLINE vec vec_and(vec a, vec b)
{
    return _mm256_and_si256(a, b);
}

ALWAYS_INLINE vec vec_or(vec a, vec b)
{
    return _mm256_or_si256(a, b);
}

ALWAYS_INLINE vec vec_xor(vec a, vec b)
{
    return _mm256_xor_si256(a, b);
}

ALWAYS_INLINE vec vec_not(vec a)
{
    return _mm256_xor_si256(a, _mm256_set1_epi8(-1));
}

ALWAYS_INLINE vec vec_andnot(vec a, vec b)
{
    return _mm256_andnot_si256(b, a);
}

ALWAYS_INLINE vec vec_zero(void)
{
    return _mm256_setzero_si256();
}

ALWAYS_INLINE bool vec_any(vec a)
{
    return !_mm256_testz_si256(a, a);
}

ALWAYS_INLINE vec vec_or_and(vec x, vec a, vec b)
{
    return vec_or(x, vec_and(a, b));
}

ALWAYS_INLINE vec vec_or_xor(vec x, vec a, vec b)
{
    return vec_or(x, vec_xor(a, b));
}

ALWAYS_INLINE vec vec_majority(vec a, vec b, vec c)
{
    return vec_or(vec_and(a, b), vec_and(vec_or(a, b), c));
}

ALWAYS_INLINE void vec_full_add(vec *sum, vec *carry, vec a, vec b, vec c)
{
    vec half = vec_xor(a, b);
    *carry = vec_or(vec_and(a, b), vec_and(half, c));
    *sum = vec_xor(half, c);
}

/* Planes of weight 1, 2, 4 .. into one byte a lane, 32 lanes at a time. */
ALWAYS_INLINE void vec_to_bytes(const vec *planes, int used_planes, uint8_t *bytes)
{
    const vec spread = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3,
                                        3, 3, 3, 3, 3, 3);
    const vec bit = _mm256_set1_epi64x((long long)0x8040201008040201u);
    for (size_t from = 0; from < 8; from++) {
        vec sum = _mm256_setzero_si256();
        for (int plane = 0; plane < used_planes; plane++) {
            int32_t word;
            memcpy(&word, (const char *)(planes + plane) + 4 * from, sizeof word);
            vec lanes = vec_and(_mm256_shuffle_epi8(_mm256_set1_epi32(word), spread), bit);
            vec set = _mm256_cmpeq_epi8(lanes, bit);
            sum = vec_or(sum, vec_and(set, _mm256_set1_epi8((char)(1 << plane))));
        }
        _mm256_storeu_si256((vec *)(bytes + 32 * from), sum);
    }
}

/* Bit counts in bytes, at most 8 a vector. */
typedef vec counter;
enum { COUNTER_BLOCKS = 31 / (64 / (int)sizeof(vec)) };

ALWAYS_INLINE counter counter_zero(void)
{
    return _mm256_setzero_si256();
}

ALWAYS_INLINE counter counter_add(counter sum, vec a)
{
    const vec counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2,
                                        2, 3, 2, 3, 3, 4);
    const vec low = _mm256_set1_epi8(15);
    vec low_counts = _mm256_shuffle_epi8(counts, vec_and(a, low));
    vec high_counts = _mm256_shuffle_epi8(counts, vec_and(_mm256_srli_epi16(a, 4), low));
    return _mm256_add_epi8(sum, _mm256_add_epi8(low_counts, high_counts));
}

ALWAYS_INLINE uint32_t counter_sum(counter sum)
{
    vec quarters = _mm256_sad_epu8(sum, _mm256_setzero_si256());
    __m128i halves = _mm_add_epi64(_mm256_castsi256_si128(quarters), _mm256_extracti128_si256(quarters, 1));
    return (uint32_t)(_mm_cvtsi128_si32(halves) + _mm_extract_epi32(halves, 2));
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

ALWAYS_INLINE void bit_counts(uint64_t a, uint64_t b, unsigned *count_a, unsigned *count_b)
{
    *count_a = (unsigned)_mm_popcnt_u64(a);
    *count_b = (unsigned)_mm_popcnt_u64(b);
}

#include "words.h"

/* Feedback in byte lanes. */

ALWAYS_INLINE vec bytes_load(const uint8_t *bytes)
{
    return _mm256_loadu_si256((const __m256i *)bytes);
}

ALWAYS_INLINE void bytes_store(uint8_t *bytes, vec a)
{
    _mm256_storeu_si256((vec *)bytes, a);
}

/* A map from 0 .. 15 as a look-up vector. */
ALWAYS_INLINE vec map_of(const uint8_t *map, int places)
{
    uint8_t entries[16] = {0};
    memcpy(entries, map, (size_t)places + 1);
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)entries));
}

void corral_total_row_avx2(const symbol_rows *rows, const uint8_t *guess, const uint8_t *by_total, uint8_t *out)
{
    uint8_t symbols[CORRAL_MAX_PLACES], limits[CORRAL_MAX_PLACES];
    int distinct = 0;
    for (int place = 0; place < rows->places; place++) {
        int known = 0;
        while (known < distinct && symbols[known] != guess[place])
            known++;
        if (known == distinct) {
            symbols[distinct] = guess[place];
            limits[distinct++] = 0;
        }
        limits[known]++;
    }
    const vec map = map_of(by_total, rows->places);
    for (size_t from = 0; from < rows->count; from += 32) {
        vec total = _mm256_setzero_si256();
        for (int i = 0; i < distinct; i++) {
            const vec symbol = _mm256_set1_epi8((char)symbols[i]);
            vec found = _mm256_setzero_si256();
            for (int place = 0; place < rows->places; place++)
                found = _mm256_sub_epi8(found, _mm256_cmpeq_epi8(bytes_load(rows->digits[place] + from), symbol));
            total = _mm256_add_epi8(total, _mm256_min_epu8(found, _mm256_set1_epi8((char)limits[i])));
        }
        bytes_store(out + from, _mm256_shuffle_epi8(map, total));
    }
}

void corral_class_row_avx2(const symbol_rows *rows, const uint8_t *guess, const uint8_t *totals,
                           const uint8_t *by_bulls, uint8_t *out)
{
    const vec map = map_of(by_bulls, rows->places);
    for (size_t from = 0; from < rows->count; from += 32) {
        vec bulls = _mm256_setzero_si256();
        for (int place = 0; place < rows->places; place++)
            bulls = _mm256_sub_epi8(bulls, _mm256_cmpeq_epi8(bytes_load(rows->digits[place] + from),
                                                             _mm256_set1_epi8((char)guess[place])));
        bytes_store(out + from, _mm256_add_epi8(bytes_load(totals + from), _mm256_shuffle_epi8(map, bulls)));
    }
}

void corral_bulls_row_avx2(uint32_t count, const uint8_t *symbols, uint8_t symbol, const uint8_t *before,
                           uint8_t *out)
{
    const vec wanted = _mm256_set1_epi8((char)symbol);
    for (size_t from = 0; from < count; from += 32) {
        vec equal = _mm256_cmpeq_epi8(bytes_load(symbols + from), wanted);
        bytes_store(out + from, _mm256_sub_epi8(bytes_load(before + from), equal));
    }
}

/* What a row is made of, in variables: stores of bytes might change what a table_row points to. */
typedef struct row_source {
    const uint8_t *before, *symbols, *totals;
    vec symbol, map;
} row_source;

/* The class numbers of 32 codes. */
ALWAYS_INLINE vec classes_at(row_source row, size_t from)
{
    vec bulls =
        _mm256_sub_epi8(bytes_load(row.before + from), _mm256_cmpeq_epi8(bytes_load(row.symbols + from), row.symbol));
    return _mm256_add_epi8(bytes_load(row.totals + from), _mm256_shuffle_epi8(row.map, bulls));
}

/* Ordinary stores read every line from memory before writing it. Streaming stores do not, if a line is written whole
   and once; rows are not multiples of lines, so the end of a row that does not fill its line waits for the beginning of
   the next row. Rows are read past their end, into their padding. */
void corral_table_row_avx2(table_writer *writer, const table_row *row)
{
    enum { LINE = 64 }; /* streamed rows are longer */
    const row_source source = {row->before, row->symbols, row->totals, _mm256_set1_epi8((char)row->symbol),
                               map_of(row->by_bulls, row->places)};
    const size_t count = row->count;
    uint8_t *out = writer->next;
    size_t from = 0;
    writer->next += count;
    if (!writer->stream) {
        for (; from + 32 <= count; from += 32)
            bytes_store(out + from, classes_at(source, from));
        bytes_store(writer->line, classes_at(source, from));
        memcpy(out + from, writer->line, count - from);
        return;
    }
    size_t offset = (uintptr_t)out % LINE;
    if (offset) {
        bytes_store(writer->line + offset, classes_at(source, 0));
        bytes_store(writer->line + offset + 32, classes_at(source, 32));
        from = LINE - offset;
        if (writer->waiting == offset) {
            _mm256_stream_si256((vec *)(out - offset), bytes_load(writer->line));
            _mm256_stream_si256((vec *)(out - offset + 32), bytes_load(writer->line + 32));
        } else { /* the first row, whose line begins before the table */
            memcpy(out, writer->line + offset, from);
        }
    }
    for (; from + LINE <= count; from += LINE) {
        _mm256_stream_si256((vec *)(out + from), classes_at(source, from));
        _mm256_stream_si256((vec *)(out + from + 32), classes_at(source, from + 32));
    }
    bytes_store(writer->line, classes_at(source, from));
    bytes_store(writer->line + 32, classes_at(source, from + 32));
    writer->waiting = count - from;
}

void corral_table_end_avx2(table_writer *writer)
{
    memcpy(writer->next - writer->waiting, writer->line, writer->waiting);
    writer->waiting = 0;
    _mm_sfence();
}

TARGET_END

const corral_kernels corral_kernels_avx2 = {
    .classify_words = classify_words,
    .tell_apart = tell_apart,
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
