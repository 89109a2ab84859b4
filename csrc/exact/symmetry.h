/* Which guesses are worth looking at: one of those that are alike. For any number of threads. */

#ifndef CORRAL_SYMMETRY_H
#define CORRAL_SYMMETRY_H

#include "score.h"
#include "threads.h"

typedef struct symmetry_list symmetry_list;

typedef struct corral_symmetry {
    const corral_codes *codes;
    bool unused_symbols;  /* are symbols that were never asked exchanged? */
    bool of_history;      /* are the symmetries of the history used? */
    uint64_t memory;      /* bytes in the lists */
    uint64_t most_memory; /* longer lists are used, rather than more kept, beyond that */
    corral_guesses *all;
    void **buckets;     /* chains of lists, which are never changed once they are there: looked up without a lock */
    corral_mutex mutex; /* who adds a list holds it */
} corral_symmetry;

corral_status corral_symmetry_make(corral_symmetry *symmetry, const corral_codes *codes, bool unused_symbols,
                                   bool of_history, uint64_t most_memory, const corral_poll *poll);
void corral_symmetry_clear(corral_symmetry *symmetry);

/* The representatives of all codes after some guesses, ascending; kept by the object. `worth` tells whether it pays to
   use symmetries of the history beyond the exchange of unused symbols. */
corral_status corral_symmetry_guesses(corral_symmetry *symmetry, const uint32_t *asked, uint32_t asked_count,
                                      bool worth, const corral_poll *poll, corral_guesses **guesses);

/* Those among some codes, which the symmetries map onto themselves; out is as long, *kept gets how many. */
corral_status corral_symmetry_filter(const corral_symmetry *symmetry, const uint32_t *asked, uint32_t asked_count,
                                     bool worth, const uint32_t *codes, uint32_t count, const corral_poll *poll,
                                     uint32_t *out, uint32_t *kept);

#endif
