/* The guesses of a node, tried by one worker or by several. */

#ifndef CORRAL_JOBS_H
#define CORRAL_JOBS_H

#include "search.h"

enum { SHARED_DEPTH = 3 }; /* guesses after the opener: jobs are less deep */

/* A node whose guesses are tried. What changes is guarded by `mutex` once the job is shared. */
typedef struct search_job {
    search_node *node;
    search_mode mode;
    int64_t lower; /* no tree costs less: one that costs that ends the job */
    int64_t best;  /* the budget, or the cost of the best guess */
    int64_t rest;  /* no guess that was tried costs less */
    uint32_t guess; /* the best one; NO_CODE: none below the budget */
    bool over;
    bool shared;
    uint32_t asked[SHARED_DEPTH]; /* after the opener */
    uint32_t helpers; /* guarded by the mutex of the solver, as is the list */
    struct search_job *next;
    corral_mutex mutex;
} search_job;

/* Try the guesses of a node until none is left that may cost less than the best; false if the search was stopped. */
bool corral_try_guesses(corral_worker *worker, search_job *job);

/* The threads have nothing more to do. */
void corral_end_jobs(struct corral_solver *solver);

#endif
