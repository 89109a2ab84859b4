/* A few candidates with their symbols in rows, ready to be compared with guesses. */

#ifndef CORRAL_PARTITION_H
#define CORRAL_PARTITION_H

#include "codes.h"

enum { CHUNK = 512 };

typedef struct corral_chunk {
    symbol_rows rows;
    uint8_t classes[CHUNK + ROW_ALIGNMENT]; /* of the last guess, see corral_classify */
    uint8_t totals[CHUNK + ROW_ALIGNMENT];
    uint8_t digits[CORRAL_MAX_PLACES][CHUNK + ROW_ALIGNMENT];
} corral_chunk;

/* Take up to CHUNK candidates, from position `first` of the list on; NULL candidates: all codes. */
void corral_gather(const corral_codes *codes, const uint32_t *candidates, uint32_t first, uint32_t count,
                   corral_chunk *chunk);
/* Set chunk->classes to the class numbers of a guess. */
void corral_classify(const corral_codes *codes, uint32_t guess, corral_chunk *chunk);

#endif
