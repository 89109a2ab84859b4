/* The ideal bound: what no tree can be cheaper than, whatever the candidates are. */

#ifndef CORRAL_BOUND_H
#define CORRAL_BOUND_H

#include "schedule.h"

/* How many parts a guess can make of the candidates at most: one of them, counting the part it finds; any other. */
typedef struct bound_branching {
    uint32_t wins;
    uint32_t others;
} bound_branching;

/* For sets of n < count candidates. */
typedef struct bound_table {
    uint32_t count;
    uint32_t stage;
    bound_branching branching; /* {0, 0}: of weights */
    int64_t *least;            /* [n]: no tree costs less; of weights: see corral_bound_of_weights */
    int64_t *hull;             /* [n]: convex, and at most `least`; none of weights */
} bound_table;

/* Tables are made when they are asked for, and stay. */
typedef struct bound_tables {
    const schedule_stages *stages;
    uint32_t classes;
    uint32_t most;       /* no set has more candidates */
    bound_table **slots; /* a hash table, open addressing */
    uint32_t capacity;   /* a power of two, or 0 */
    uint32_t used;
    uint64_t filled; /* entries, for the poll */
    uint64_t memory;
} bound_tables;

void corral_bounds_make(bound_tables *bounds, const schedule_stages *stages, uint32_t classes, uint32_t most);
void corral_bounds_clear(bound_tables *bounds);

/* A table of a stage for sets of n candidates. How long it is, and so all it tells, depends on n alone. */
corral_status corral_bound_table(bound_tables *bounds, uint32_t stage, bound_branching branching, uint32_t n,
                                 const corral_poll *poll, const bound_table **table);

/* least[i] is what a candidate costs at least that weighs 1, where i others of the set are no lighter. */
corral_status corral_bound_of_weights(bound_tables *bounds, uint32_t stage, uint32_t n, const corral_poll *poll,
                                      const bound_table **table);

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
