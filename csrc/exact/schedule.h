/* An objective as the search sees it: what each further guess costs. */

#ifndef CORRAL_SCHEDULE_H
#define CORRAL_SCHEDULE_H

#include "corral.h"

/* A stage is what the rest of the schedule is: after t guesses the search is in stage min(t, last), and the last stage
   is followed by itself. */
typedef struct schedule_stage {
    int64_t step;     /* for each secret of weight 1 that the next guess does not find */
    uint64_t key;     /* stages of all schedules with equal keys have equal steps from here on */
    uint64_t relaxed; /* the key with forbidden steps replaced by the last one that is not; 0: nothing to be gained */
    bool flat;        /* does nothing cost anything after the next guess, or is it forbidden to need one? */
} schedule_stage;

typedef struct schedule_stages {
    uint32_t last;
    schedule_stage *stages;
    int64_t dearest; /* no tree that is allowed costs a secret of weight 1 more; at most CORRAL_FORBIDDEN */
} schedule_stages;

/* `depth` guesses are never exceeded by a tree worth considering. */
corral_status corral_stages_make(schedule_stages *stages, const corral_schedule *schedule, uint64_t depth);
void corral_stages_clear(schedule_stages *stages);

static inline uint32_t corral_stage_after(const schedule_stages *stages, uint32_t guesses)
{
    return guesses < stages->last ? guesses : stages->last;
}

static inline int64_t corral_add(int64_t a, int64_t b)
{
    return a + b < CORRAL_FORBIDDEN ? a + b : CORRAL_FORBIDDEN;
}

/* For a below CORRAL_FORBIDDEN / 2^28 or CORRAL_FORBIDDEN itself; times 0 is 0. */
static inline int64_t corral_times(int64_t a, uint64_t factor)
{
    return a < CORRAL_FORBIDDEN ? a * (int64_t)factor : factor ? CORRAL_FORBIDDEN : 0;
}

#endif
