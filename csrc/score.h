/* Guesses made ready to be scored. */

#ifndef CORRAL_SCORE_H
#define CORRAL_SCORE_H

#include "slices.h"

struct corral_guesses {
    uint32_t count;
    uint32_t *numbers;    /* NULL: all codes */
    corral_slices slices; /* for few candidates */
    uint32_t *order;      /* for many: positions in the list, guesses with the same symbols side by side */
    bool *starts_group;   /* does a new group start at this place of the order? */
};

static inline uint32_t corral_guess_number(const corral_guesses *guesses, uint32_t position)
{
    return guesses->numbers ? guesses->numbers[position] : position;
}

#endif
