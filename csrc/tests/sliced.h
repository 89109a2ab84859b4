/* What the tests of the kernels of the exact search share: a field (scoring.h) in bit lanes, and parts by counting. */

#ifndef CORRAL_SLICED_H
#define CORRAL_SLICED_H

#include "scoring.h"

#include "slices.h"

typedef struct sliced {
    const field *field;
    const corral_kernels *kernels;
    int width, pairs; /* of the kernels */
    corral_slices guesses;
    uint16_t *tokens; /* of the candidates */
    uint8_t *pair;    /* pair[guess * candidate_count + candidate] */
} sliced;

sliced sliced_of(const field *f);
void sliced_free(sliced *made);

/* Room for the parts of a number of candidates, filled with nonsense; `spare` more planes than are needed. */
parts_job parts_room(const sliced *made, uint32_t candidates, int spare);
void parts_free(parts_job *job);

/* The sizes of the parts that a guess makes of the first candidates; returns how many are not empty. */
uint32_t plain_sizes(const sliced *made, uint32_t guess, uint32_t candidates, uint32_t sizes[MAX_PAIRS]);
/* Is it among the first candidates? */
bool plain_wins(const sliced *made, uint32_t guess, uint32_t candidates);

/* The number of a guess from planes at `plane` + [0 .. planes). */
uint64_t lane_number(const uint64_t *planes, int count, uint32_t guess);

/* Games of every width and kind, small ones and some of thousands of codes. */
extern const corral_rule sliced_rules[];
extern const size_t sliced_rule_count;

#endif
