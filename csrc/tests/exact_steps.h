/* Random numbers that can be had again, and schedules for the tests of the exact search. */

#ifndef CORRAL_EXACT_STEPS_H
#define CORRAL_EXACT_STEPS_H

#include "brute.h"

/* What is drawn depends on the seed, and on what was drawn since. */
void dice_begin(uint64_t seed);
uint64_t dice(uint64_t limit);

enum { MOST_STEPS = 16 };

typedef struct exact_steps {
    int64_t steps[MOST_STEPS];
    uint32_t count;
} exact_steps;

corral_schedule schedule_of(const exact_steps *steps);

/* Every kind of objective; limits and jumps at `depth` guesses (1 and more). */
typedef enum steps_kind {
    TOTAL,       /* every guess costs 1 */
    LIMIT,       /* is there a tree of this depth? */
    TOTAL_LIMIT, /* the least total of this depth */
    WITHIN,      /* as many as possible within this many guesses */
    LAST,        /* as few as possible at this depth, which is the last one */
    LAST_TOTAL,  /* then the least total */
    TOTAL_LAST,  /* the least total, then as few as possible at this depth */
    RANDOM_STEPS,
    CONVEX,
    CONCAVE,
    AT_ONCE, /* all that is not found by the first guess is forbidden */
    STEPS_KINDS
} steps_kind;

exact_steps steps_of(steps_kind kind, uint32_t depth);
/* Of a random kind, such that no sum over this position is too large. */
exact_steps random_steps(const corral_matrix *game, const corral_position *position);

void print_steps(const corral_schedule *schedule);

#endif
