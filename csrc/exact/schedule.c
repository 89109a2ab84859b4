/* Schedules become stages.

   Let c be a cost schedule and R(S, t) the least cost of the candidates S after t guesses, less what they would cost if
   the next guess found them all. With steps[t] = c[t + 2] - c[t + 1], all that is left of the objective is

       R(S, t) = min over guesses g of  steps[t] * (weight of S - weight of what g finds)
                                        + sum over the other parts S_k of R(S_k, t + 1),      R({s}, t) = 0.

   Depths at which the steps from there on are the same cannot be told apart: they share a stage, and what is known of a
   set at one is known at the other, in this schedule or in the next one. The least total (every step 1) has a single
   stage; under a limit of depth every depth is a stage of its own.

   A stage is flat if every later step is 0: then R(S, t) is its step times the weight of all but the heaviest
   candidate, since a guess finds at most one. It is flat too where the step is forbidden, as R is then, unless S has
   one code.

   The relaxed schedule has no forbidden steps, and what it costs bounds from below what the schedule costs. */

#include "schedule.h"

#include "hash.h"
#include "memory.h"

static int64_t step_at(const corral_schedule *schedule, uint32_t t)
{
    return schedule->steps[t < schedule->count ? t : schedule->count - 1];
}

/* The keys of all rests of a schedule; a rest whose steps are all alike has the same key wherever it begins. */
static void fill_keys(schedule_stages *stages, bool relaxed, int64_t last_allowed)
{
    uint64_t key = 0;
    int64_t same = 0;
    bool alike = false;
    for (uint32_t s = stages->last + 1; s-- > 0;) {
        int64_t step = stages->stages[s].step;
        if (relaxed && step == CORRAL_FORBIDDEN)
            step = last_allowed;
        alike = s == stages->last || (alike && step == same);
        same = step;
        key = alike ? corral_mix((uint64_t)step + 0x9e3779b97f4a7c15u) : corral_mix(key * 31 + (uint64_t)step);
        if (relaxed)
            stages->stages[s].relaxed = alike && step == 0 ? 0 : key;
        else
            stages->stages[s].key = key;
    }
}

/* The cost of a secret that is found as late as it may be. */
static int64_t dearest(const corral_schedule *schedule, uint64_t depth)
{
    int64_t sum = 0, step = 0;
    for (uint64_t t = 0; t + 1 < depth && t < schedule->count; t++) {
        step = step_at(schedule, (uint32_t)t);
        if (step == CORRAL_FORBIDDEN)
            return sum;
        sum = corral_add(sum, step);
    }
    uint64_t more = depth > schedule->count + 1u ? depth - schedule->count - 1u : 0;
    return step && more > (uint64_t)((CORRAL_FORBIDDEN - sum) / step) ? CORRAL_FORBIDDEN : sum + step * (int64_t)more;
}

corral_status corral_stages_make(schedule_stages *stages, const corral_schedule *schedule, uint64_t depth)
{
    if (!schedule->count)
        return CORRAL_INVALID;
    for (uint32_t t = 0; t < schedule->count; t++)
        if (schedule->steps[t] < 0 || schedule->steps[t] > CORRAL_FORBIDDEN)
            return CORRAL_INVALID;
    uint32_t last = schedule->count - 1, forbidden = 0;
    while (forbidden < last && schedule->steps[forbidden] < CORRAL_FORBIDDEN)
        forbidden++;
    if (schedule->steps[forbidden] == CORRAL_FORBIDDEN)
        last = forbidden; /* what comes after that is never reached */
    if (last > depth)
        last = (uint32_t)depth;
    while (last > 0 && schedule->steps[last - 1] == schedule->steps[last])
        last--;
    if (last >= CORRAL_MAX_STAGES)
        return CORRAL_TOO_DEEP;
    stages->stages = corral_allocate((size_t)last + 1, sizeof *stages->stages);
    if (!stages->stages)
        return CORRAL_NO_MEMORY;
    stages->last = last;
    int64_t last_allowed = 0;
    bool limited = schedule->steps[last] == CORRAL_FORBIDDEN, all_zero = true;
    for (uint32_t s = 0; s <= last; s++) {
        stages->stages[s].step = schedule->steps[s];
        if (schedule->steps[s] < CORRAL_FORBIDDEN)
            last_allowed = schedule->steps[s];
    }
    for (uint32_t s = last + 1; s-- > 0;) {
        bool zero_after = all_zero && (s < last || !schedule->steps[s]);
        stages->stages[s].flat = schedule->steps[s] == CORRAL_FORBIDDEN || zero_after;
        all_zero = all_zero && !schedule->steps[s];
        stages->stages[s].relaxed = 0;
    }
    fill_keys(stages, false, 0);
    if (limited)
        fill_keys(stages, true, last_allowed);
    stages->dearest = dearest(schedule, depth);
    return CORRAL_OK;
}

void corral_stages_clear(schedule_stages *stages)
{
    corral_release(stages->stages);
    stages->stages = NULL;
}
