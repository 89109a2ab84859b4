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
        _mm256_storeu_si256((__m256i *)(bytes + 32 * from), sum);
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

#include "groups.h"
#include "lanes.h"

/* Feedback in byte lanes. */

ALWAYS_INLINE vec bytes_load(const uint8_t *bytes)
{
    return _mm256_loadu_si256((const __m256i *)bytes);
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
        _mm256_storeu_si256((__m256i *)(out + from), _mm256_shuffle_epi8(map, total));
    }
}

/* The class numbers of 32 codes. */
ALWAYS_INLINE vec classes_at(const int places, const symbol_rows *rows, const vec *guess, const uint8_t *totals,
                             vec map, size_t from)
{
    vec bulls = _mm256_setzero_si256();
    UNROLL for (int place = 0; place < places; place++)
        bulls = _mm256_sub_epi8(bulls, _mm256_cmpeq_epi8(bytes_load(rows->digits[place] + from), guess[place]));
    return _mm256_add_epi8(bytes_load(totals + from), _mm256_shuffle_epi8(map, bulls));
}

ALWAYS_INLINE void spread_guess(int places, const uint8_t *guess, vec *spread)
{
    for (int place = 0; place < places; place++)
        spread[place] = _mm256_set1_epi8((char)guess[place]);
}

void corral_class_row_avx2(const symbol_rows *rows, const uint8_t *guess, const uint8_t *totals,
                           const uint8_t *by_bulls, uint8_t *out)
{
    const vec map = map_of(by_bulls, rows->places);
    vec spread[CORRAL_MAX_PLACES];
    spread_guess(rows->places, guess, spread);
    for (size_t from = 0; from < rows->count; from += 32)
        _mm256_storeu_si256((__m256i *)(out + from), classes_at(rows->places, rows, spread, totals, map, from));
}

/* A table is bound by memory: ordinary stores would read every line before writing it. Streaming stores do not, if a
   line is written whole and once. Rows are not multiples of lines, so the end of a row that does not fill its line
   waits in `line` for the beginning of the next row. */
ALWAYS_INLINE void table_rows_of(const int places, const symbol_rows *rows, const uint8_t *guesses,
                                 const uint8_t *const *totals, const uint8_t *by_bulls, uint32_t count, uint8_t *out)
{
    enum { LINE = 64 };
    const vec map = map_of(by_bulls, places);
    const size_t length = rows->count;
    uint8_t line[2 * LINE + 32];
    size_t waiting = (uintptr_t)out % LINE; /* bytes of the line before the next row; at first those before `out` */
    memcpy(line, out - waiting, waiting);
    for (uint32_t row = 0; row < count; row++) {
        vec spread[CORRAL_MAX_PLACES];
        spread_guess(places, guesses + (size_t)row * CORRAL_MAX_PLACES, spread);
        uint8_t *target = out + (size_t)row * length - waiting;
        size_t from = 0;
        if (waiting) {
            vec first = classes_at(places, rows, spread, totals[row], map, 0);
            vec second = classes_at(places, rows, spread, totals[row], map, 32);
            _mm256_storeu_si256((__m256i *)(line + waiting), first);
            _mm256_storeu_si256((__m256i *)(line + waiting + 32), second);
            from = LINE - waiting;
            _mm256_stream_si256((__m256i *)target, bytes_load(line));
            _mm256_stream_si256((__m256i *)(target + 32), bytes_load(line + 32));
            target += LINE;
        }
        for (; from + LINE <= length; from += LINE, target += LINE) {
            _mm256_stream_si256((__m256i *)target, classes_at(places, rows, spread, totals[row], map, from));
            _mm256_stream_si256((__m256i *)(target + 32),
                                classes_at(places, rows, spread, totals[row], map, from + 32));
        }
        waiting = length - from;
        if (waiting) {
            _mm256_storeu_si256((__m256i *)line, classes_at(places, rows, spread, totals[row], map, from));
            _mm256_storeu_si256((__m256i *)(line + 32), classes_at(places, rows, spread, totals[row], map, from + 32));
        }
    }
    memcpy(out + (size_t)count * length - waiting, line, waiting);
    _mm_sfence();
}

void corral_table_rows_avx2(const symbol_rows *rows, const uint8_t *guesses, const uint8_t *const *totals,
                            const uint8_t *by_bulls, uint32_t count, uint8_t *out, bool stream)
{
    enum { SHORTEST_STREAMED = 128 };
    if (!stream || rows->count < SHORTEST_STREAMED) {
        corral_table_rows_portable(rows, guesses, totals, by_bulls, count, out, false);
        return;
    }
    switch (rows->places) {
    case 4:
        table_rows_of(4, rows, guesses, totals, by_bulls, count, out);
        break;
    case 5:
        table_rows_of(5, rows, guesses, totals, by_bulls, count, out);
        break;
    default:
        table_rows_of(rows->places, rows, guesses, totals, by_bulls, count, out);
    }
}

TARGET_END

const corral_kernels corral_kernels_avx2 = {
    .score_lanes = score_lanes,
    .score_group = score_group,
    .total_row = corral_total_row_avx2,
    .class_row = corral_class_row_avx2,
    .table_rows = corral_table_rows_avx2,
};

#endif
