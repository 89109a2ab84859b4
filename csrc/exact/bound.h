/* The ideal bound: what no tree can be cheaper than, whatever the candidates are. */

#ifndef CORRAL_BOUND_H
#define CORRAL_BOUND_H

#include "schedule.h"

/* For sets of n < count candidates. */
typedef struct bound_table {
    uint32_t count;
    int64_t *least; /* [n]: no tree costs less */
    int64_t *hull;  /* [n]: convex, and at most `least` */
} bound_table;

/* How many parts a guess can make of the candidates at most: one of them, counting the part it finds; any other. */
typedef struct bound_branching {
    uint32_t wins;
    uint32_t others;
} bound_branching;

typedef struct bound_tables {
    const schedule_stages *stages;
    uint32_t classes;
    bound_table **tables; /* [(stage * (classes + 1) + wins) * (classes + 1) + others], made when asked for */
    bound_table *ideal;   /* by stage: `least` is what the n-th heaviest candidate costs at least, if it weighs 1 */
    bound_table *retired; /* tables that have grown: whoever still reads one may go on; the list goes by `count` */
    uint32_t retired_count;
    uint64_t memory;
} bound_tables;

corral_status corral_bounds_make(bound_tables *bounds, const schedule_stages *stages, uint32_t classes);
void corral_bounds_clear(bound_tables *bounds);

/* The table of a stage for sets of up to n candidates; NULL without memory. */
const bound_table *corral_bound_table(bound_tables *bounds, uint32_t stage, bound_branching branching, uint32_t n);

/* By how many candidates are heavier: what one costs that weighs 1, at least, for up to n candidates; NULL without
   memory. */
const int64_t *corral_bound_ideal(bound_tables *bounds, uint32_t stage, uint32_t n);

/* No way to divide n candidates into at most k parts costs less. */
static inline int64_t corral_spread(const int64_t *hull, uint32_t n, uint32_t k)
{
    if (k > n)
        k = n;
    if (!k)
        return n ? CORRAL_FORBIDDEN : 0;
    uint32_t size = n / k, larger = n % k;
    return corral_add(corral_times(hull[size], k - larger), larger ? corral_times(hull[size + 1], larger) : 0);
}

#endif
