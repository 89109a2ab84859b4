/* Codes as words, eight at a time: words.h for processors that count the bits of eight words at once. To load the
   maps takes longer than to look up a few classes, so the fewest codes are left to words.h.

   Codes come as pairs of words and are sorted into lanes of first and of second words. Classes are looked up in vectors
   of 16 words. To see whether all classes are different no order is needed: each lane marks its class as a bit of its
   word, the words are joined, and the bits are counted. */

#include "words.h"

enum { WORD_LANES = 8, MOST_CHUNKS = 9, FEW_TO_CLASSIFY = 12, FEW_TO_TELL = 4 };

typedef struct word_lanes {
    vec first, second;
    __mmask8 used;
} word_lanes;

/* Up to eight codes. */
ALWAYS_INLINE word_lanes load_words(const code_words *codes, uint32_t left)
{
    const uint32_t used = left < WORD_LANES ? left : WORD_LANES;
    const uint32_t words = (1u << 2 * used) - 1;
    const vec low = _mm512_maskz_loadu_epi64((__mmask8)words, codes);
    const vec high = _mm512_maskz_loadu_epi64((__mmask8)(words >> 8), codes + 4);
    const vec even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
    return (word_lanes){_mm512_permutex2var_epi64(low, even, high), _mm512_permutex2var_epi64(low, odd, high),
                        (__mmask8)((1u << used) - 1)};
}

/* A map from 0 .. CORRAL_MAX_PLACES. */
typedef struct word_map {
    vec low, high;
} word_map;

ALWAYS_INLINE word_map word_map_of(const uint8_t *map)
{
    const __m128i bytes = _mm_maskz_loadu_epi8((1 << (CORRAL_MAX_PLACES + 1)) - 1, map);
    return (word_map){_mm512_cvtepu8_epi64(bytes), _mm512_cvtepu8_epi64(_mm_srli_si128(bytes, 8))};
}

/* The map of how many bits the words share with a guess. */
ALWAYS_INLINE vec map_shared(word_map map, vec words, uint64_t guess)
{
    const vec shared = vec_and(words, _mm512_set1_epi64((long long)guess));
    return _mm512_permutex2var_epi64(map.low, _mm512_popcnt_epi64(shared), map.high);
}

static void classify_word_lanes(const code_words *codes, uint32_t count, code_words guess,
                                const corral_classes *classes, uint8_t *out)
{
    if (count < FEW_TO_CLASSIFY) {
        classify_words(codes, count, guess, classes, out);
        return;
    }
    const word_map by_total = word_map_of(classes->by_total), by_bulls = word_map_of(classes->by_bulls);
    for (uint32_t i = 0; i < count; i += WORD_LANES) {
        const word_lanes lanes = load_words(codes + i, count - i);
        const vec sum = _mm512_add_epi64(map_shared(by_total, lanes.second, guess.second),
                                         map_shared(by_bulls, lanes.first, guess.first));
        _mm_mask_storeu_epi8(out + i, lanes.used, _mm512_cvtepi64_epi8(sum));
    }
}

/* See words.h. The marks are 1 << by_total << by_bulls; where that sum is taken modulo 256, rotating does it. */
static int tell_word_lanes(const code_words *codes, uint32_t count, const corral_classes *classes, uint32_t *which)
{
    int best = 2;
    if (count < FEW_TO_TELL)
        return tell_apart(codes, count, classes, which);
    if (count > classes->count + 1u || count > WORD_LANES * MOST_CHUNKS)
        return best;
    word_map by_total = word_map_of(classes->by_total), by_bulls = word_map_of(classes->by_bulls);
    by_total.low = _mm512_rolv_epi64(_mm512_set1_epi64(1), by_total.low);
    by_total.high = _mm512_rolv_epi64(_mm512_set1_epi64(1), by_total.high);
    word_lanes lanes[MOST_CHUNKS];
    for (uint32_t i = 0; i < count; i += WORD_LANES)
        lanes[i / WORD_LANES] = load_words(codes + i, count - i);
    for (uint32_t i = 0; i < count && best > 0; i++) {
        vec marks = vec_zero();
        uint32_t seen = 0, found = 0;
        while (seen < count && found < 2) {
            /* Two chunks before the marks are counted, if there are. */
            for (int chunk = 0; chunk < 2 && seen < count; chunk++, seen += WORD_LANES) {
                const word_lanes *some = &lanes[seen / WORD_LANES];
                marks = vec_or(marks, _mm512_maskz_rolv_epi64(some->used,
                                                              map_shared(by_total, some->second, codes[i].second),
                                                              map_shared(by_bulls, some->first, codes[i].first)));
            }
            const uint64_t joined = (uint64_t)_mm512_reduce_or_epi64(marks);
            found = (seen < count ? seen : count) - (uint32_t)_mm_popcnt_u64(joined);
        }
        if ((int)found < best) {
            best = (int)found;
            *which = i;
        }
    }
    return best;
}
