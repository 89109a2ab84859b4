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

/* corral_guesses_new without what only many candidates need, which corral_guesses_group adds. */
corral_status corral_guesses_make(const corral_codes *codes, const uint32_t *numbers, uint32_t count,
                                  const corral_poll *poll, corral_guesses **guesses);
corral_status corral_guesses_group(corral_guesses *guesses, const corral_codes *codes, const corral_poll *poll);

static inline uint32_t corral_guess_number(const corral_guesses *guesses, uint32_t position)
{
    return guesses->numbers ? guesses->numbers[position] : position;
}

#endif
