#include "partition.h"

#include <string.h>

void corral_gather(const corral_codes *codes, const uint32_t *candidates, uint32_t first, uint32_t count,
                   corral_chunk *chunk)
{
    chunk->rows.places = codes->rule.places;
    chunk->rows.count = count;
    for (int place = 0; place < codes->rule.places; place++) {
        const uint8_t *digits = codes->digits[place];
        chunk->rows.digits[place] = candidates ? chunk->digits[place] : digits + first;
        if (!candidates)
            continue;
        for (uint32_t i = 0; i < count; i++)
            chunk->digits[place][i] = digits[candidates[first + i]];
        memset(chunk->digits[place] + count, NO_SYMBOL, ROW_ALIGNMENT);
    }
}

void corral_classify(const corral_codes *codes, uint32_t guess, corral_chunk *chunk)
{
    uint8_t code[CORRAL_MAX_PLACES];
    corral_code_at(codes, guess, code);
    codes->kernels->total_row(&chunk->rows, code, codes->classes.by_total, chunk->totals);
    codes->kernels->class_row(&chunk->rows, code, chunk->totals, codes->classes.by_bulls, chunk->classes);
}

corral_status corral_split(const corral_codes *codes, uint32_t guess, const uint32_t *candidates, uint32_t count,
                           uint32_t *out, uint32_t sizes[CORRAL_MAX_CLASSES], const corral_poll *poll)
{
    if (!candidates)
        count = codes->count;
    if (guess >= codes->count || count > codes->count)
        return CORRAL_INVALID;
    for (uint32_t i = 0; candidates && i < count; i++)
        if (candidates[i] >= codes->count)
            return CORRAL_INVALID;
    /* Twice through the candidates is cheaper than keeping their classes: once to count, once to place. */
    corral_chunk chunk;
    memset(sizes, 0, CORRAL_MAX_CLASSES * sizeof *sizes);
    for (uint32_t first = 0; first < count; first += CHUNK) {
        uint32_t used = count - first < CHUNK ? count - first : CHUNK;
        corral_gather(codes, candidates, first, used, &chunk);
        corral_classify(codes, guess, &chunk);
        for (uint32_t i = 0; i < used; i++)
            sizes[chunk.classes[i]]++;
        if (first % CODES_A_POLL == 0 && corral_stopped(poll, first, 2 * (uint64_t)count))
            return CORRAL_STOPPED;
    }
    uint32_t next[CORRAL_MAX_CLASSES], start = 0;
    for (int class = 0; class < CORRAL_MAX_CLASSES; class++) {
        next[class] = start;
        start += sizes[class];
    }
    for (uint32_t first = 0; first < count; first += CHUNK) {
        uint32_t used = count - first < CHUNK ? count - first : CHUNK;
        if (count > CHUNK) { /* a single chunk is still there */
            corral_gather(codes, candidates, first, used, &chunk);
            corral_classify(codes, guess, &chunk);
        }
        for (uint32_t i = 0; i < used; i++)
            out[next[chunk.classes[i]]++] = candidates ? candidates[first + i] : first + i;
        if (first % CODES_A_POLL == 0 && corral_stopped(poll, (uint64_t)count + first, 2 * (uint64_t)count))
            return CORRAL_STOPPED;
    }
    return CORRAL_OK;
}
