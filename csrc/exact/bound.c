/* The ideal bound f_t(n): no tree for n candidates of weight 1 after t guesses costs less.

   Suppose that a guess that is one of the candidates makes at most `wins` parts of any of them, itself included, and
   any other guess at most `others`. All candidates but the one found pay the step, and the parts go on:

       f_t(n) = min( step * (n - 1) + least sum of f_{t+1} over n - 1 candidates in at most wins - 1 parts,
                     step *  n      + least sum of f_{t+1} over n candidates in at most others parts ),  f_t(1) = 0.

   The least sum over all ways to divide is not computed. f_{t+1} is replaced by a convex function h below it, and the
   least sum of a convex function with h(0) = h(1) = 0 is that of as many parts as may be, as equal as can be.
   (f itself is not always convex: an equal division of it would be no bound.) Where even equal parts cannot be solved
   nothing can be, and h is forbidden beyond the largest n that is not.

   h is to be whole, too. Take the lower hull of the points (n, f(n)); its slopes ascend, not all of them whole. Take
   a run of slopes between two whole numbers q < q + 1, and replace it by slopes q, then q + 1, so that the end of the
   run is met. What comes out is convex and whole; and it is nowhere above the hull, for within a run their difference
   starts at 0, rises as long as the slope is q, and falls after that to 0.

   In the last stage, which is followed by itself, parts are smaller than n, so h of what is known suffices: that it
   is lowered afterwards, when larger n turn out cheap, does not make earlier values wrong.

   Which branching. The number of classes bounds it for every set. The most parts that the guesses make of a set S,
   measured, bound it for every subset of S: no guess makes more parts of a subset, and a guess that is in S but not
   in the subset makes one part less there, as it finds nothing. With representatives of the guesses under symmetries of
   S the maxima are the same, and so they are good for the subsets.

   Weights. Of candidates with different weights the next guess finds one at most, the guess after it one in each of
   the other parts, of which there are at most K - 1 with K classes, and so on: guess i finds at most (K - 1)^(i - 1).
   The sum of weight times cost is least if the heaviest are found first, each guess finding as many as it can. */

#include "bound.h"

#include "codes.h"
#include "hash.h"
#include "memory.h"
#include "portability.h"

#include <string.h>

enum { SHORTEST = 64, LONGER = 4, FIRST_SLOTS = 64, ENTRIES_A_POLL = 1 << 20 };

void corral_bounds_make(bound_tables *bounds, const schedule_stages *stages, uint32_t classes, uint32_t most)
{
    *bounds = (bound_tables){.stages = stages, .classes = classes, .most = most};
}

static void release_table(bound_table *table)
{
    if (!table)
        return;
    corral_release(table->least);
    corral_release(table->hull);
    corral_release(table);
}

void corral_bounds_clear(bound_tables *bounds)
{
    for (uint32_t i = 0; i < bounds->capacity; i++)
        release_table(bounds->slots[i]);
    corral_release(bounds->slots);
    memset(bounds, 0, sizeof *bounds);
}

/* Where a table is, or belongs. */
static bound_table **slot_of(const bound_tables *bounds, uint32_t stage, bound_branching branching, uint32_t count)
{
    uint64_t hash = corral_mix((uint64_t)stage << 48 ^ (uint64_t)branching.wins << 40 ^
                               (uint64_t)branching.others << 32 ^ count);
    for (;; hash++) {
        bound_table **slot = &bounds->slots[hash & (bounds->capacity - 1)], *t = *slot;
        if (!t || (t->stage == stage && t->branching.wins == branching.wins &&
                   t->branching.others == branching.others && t->count == count))
            return slot;
    }
}

/* Room for one more table, and so that a third of the slots stay empty. */
static corral_status reserve_slot(bound_tables *bounds)
{
    if (3 * (bounds->used + 1) < 2 * bounds->capacity)
        return CORRAL_OK;
    bound_tables larger = *bounds;
    larger.capacity = bounds->capacity ? 2 * bounds->capacity : FIRST_SLOTS;
    larger.slots = corral_allocate_zeroed(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return CORRAL_NO_MEMORY;
    for (uint32_t i = 0; i < bounds->capacity; i++)
        if (bounds->slots[i]) {
            const bound_table *t = bounds->slots[i];
            *slot_of(&larger, t->stage, t->branching, t->count) = bounds->slots[i];
        }
    corral_release(bounds->slots);
    *bounds = larger;
    return CORRAL_OK;
}

static bool stopped(bound_tables *bounds, const corral_poll *poll)
{
    return ++bounds->filled % ENTRIES_A_POLL == 0 && corral_stopped(poll, bounds->filled, 0);
}

/* The corners of the lower hull of the points so far, and h between them. */
typedef struct hull_maker {
    const int64_t *f;
    int64_t *h;
    uint32_t *corners;
    uint32_t count;
} hull_maker;

static bool is_whole(const hull_maker *m, uint32_t i, int64_t *slope)
{
    int64_t rise = m->f[m->corners[i]] - m->f[m->corners[i - 1]], length = m->corners[i] - m->corners[i - 1];
    *slope = rise / length;
    return rise % length == 0;
}

/* Write h from one corner to another as a run of slopes q, then q + 1. */
static void write_run(const hull_maker *m, uint32_t from, uint32_t to)
{
    uint32_t start = m->corners[from], end = m->corners[to];
    int64_t rise = m->f[end] - m->f[start], length = end - start, slope = rise / length;
    int64_t steeper = rise % length, value = m->f[start];
    for (uint32_t n = start + 1; n <= end; n++) {
        value += slope + (end - n < steeper);
        m->h[n] = value;
    }
}

/* Is a * x > b * y, in more bits than a word has? */
static bool exceeds(int64_t a, uint32_t x, int64_t b, uint32_t y)
{
    uint64_t low_a, low_b;
    uint64_t high_a = multiply_64((uint64_t)a, x, &low_a), high_b = multiply_64((uint64_t)b, y, &low_b);
    return high_a != high_b ? high_a > high_b : low_a > low_b;
}

static void add_point(hull_maker *m, uint32_t n)
{
    while (m->count >= 2) {
        uint32_t a = m->corners[m->count - 2], b = m->corners[m->count - 1];
        /* b stays if it lies below the line from a to n, or on it. */
        if (!exceeds(m->f[b] - m->f[a], n - b, m->f[n] - m->f[b], b - a))
            break;
        m->count--;
    }
    m->corners[m->count++] = n;
    /* Runs that may have changed reach back over slopes that are not whole, of which there are few. */
    uint32_t first = m->count - 1;
    int64_t slope;
    while (first > 1 && !is_whole(m, first - 1, &slope))
        first--;
    for (uint32_t i = first; i < m->count;) {
        int64_t of_run;
        uint32_t end = i;
        if (!is_whole(m, i, &of_run))
            while (end + 1 < m->count && !is_whole(m, end + 1, &slope) && slope == of_run)
                end++;
        write_run(m, i - 1, end);
        i = end + 1;
    }
}

/* Fill a table; next is the hull of the next stage, NULL if that is the stage itself. */
static corral_status fill_table(bound_tables *bounds, const bound_table *table, const int64_t *next,
                                const corral_poll *poll)
{
    int64_t step = bounds->stages->stages[table->stage].step;
    bound_branching branching = table->branching;
    hull_maker m = {.f = table->least, .h = table->hull, .count = 2};
    m.corners = corral_allocate((size_t)table->count + 2, sizeof *m.corners);
    if (!m.corners)
        return CORRAL_NO_MEMORY;
    const int64_t *parts = next ? next : table->hull;
    corral_status status = CORRAL_OK;
    m.corners[0] = 0;
    m.corners[1] = 1;
    for (uint32_t n = 0; n < table->count; n++)
        table->least[n] = table->hull[n] = n < 2 ? 0 : CORRAL_FORBIDDEN;
    for (uint32_t n = 2; n < table->count && !status; n++) {
        int64_t finds = corral_add(corral_times(step, n - 1), corral_spread(parts, n - 1, branching.wins - 1));
        int64_t finds_not = CORRAL_FORBIDDEN;
        if (branching.others >= 2)
            finds_not = corral_add(corral_times(step, n), corral_spread(parts, n, branching.others));
        table->least[n] = finds < finds_not ? finds : finds_not;
        if (table->least[n] >= CORRAL_FORBIDDEN)
            break; /* and so are all larger ones */
        add_point(&m, n);
        status = stopped(bounds, poll) ? CORRAL_STOPPED : CORRAL_OK;
    }
    corral_release(m.corners);
    return status;
}

static corral_status fill_weights(bound_tables *bounds, const bound_table *table, const corral_poll *poll)
{
    uint64_t found = 1; /* by this guess at most */
    int64_t cost = 0;
    for (uint32_t i = 0, left = 1, s = table->stage; i < table->count; i++) {
        if (!left) {
            cost = corral_add(cost, bounds->stages->stages[s].step);
            s += s < bounds->stages->last;
            found *= bounds->classes - 1;
            found = found ? found < table->count ? found : table->count : 1;
            left = (uint32_t)found;
        }
        table->least[i] = cost;
        left--;
        if (stopped(bounds, poll))
            return CORRAL_STOPPED;
    }
    return CORRAL_OK;
}

/* Tables come in few lengths, so that there are few of them. */
static uint32_t length_for(const bound_tables *bounds, uint32_t n)
{
    uint64_t length = SHORTEST;
    while (length <= n)
        length *= LONGER;
    return length < bounds->most ? (uint32_t)length : bounds->most + 1;
}

/* Find a table or make it; of weights if the branching is {0, 0}. */
static corral_status provide(bound_tables *bounds, uint32_t stage, bound_branching branching, uint32_t count,
                             const int64_t *next, const corral_poll *poll, const bound_table **table)
{
    corral_status status = reserve_slot(bounds);
    if (status)
        return status;
    bound_table **slot = slot_of(bounds, stage, branching, count);
    *table = *slot;
    if (*table)
        return CORRAL_OK;
    bound_table *made = corral_allocate_zeroed(1, sizeof *made);
    if (!made)
        return CORRAL_NO_MEMORY;
    *made = (bound_table){.count = count, .stage = stage, .branching = branching};
    made->least = corral_allocate(count, sizeof *made->least);
    if (branching.wins)
        made->hull = corral_allocate(count, sizeof *made->hull);
    if (!made->least || (branching.wins && !made->hull))
        status = CORRAL_NO_MEMORY;
    else
        status = branching.wins ? fill_table(bounds, made, next, poll) : fill_weights(bounds, made, poll);
    if (status) {
        release_table(made);
        return status;
    }
    bounds->memory += sizeof *made + (branching.wins ? 2 : 1) * sizeof(int64_t) * (uint64_t)count;
    bounds->used++;
    *table = *slot = made;
    return CORRAL_OK;
}

static bound_branching settle(bound_branching branching, uint32_t classes)
{
    if (branching.wins < 2)
        branching.wins = 2; /* of two candidates, each makes two parts */
    if (branching.wins > classes)
        branching.wins = classes;
    if (branching.others < branching.wins - 1)
        branching.others = branching.wins - 1;
    if (branching.others > classes - 1)
        branching.others = classes - 1;
    return branching;
}

corral_status corral_bound_table(bound_tables *bounds, uint32_t stage, bound_branching branching, uint32_t n,
                                 const corral_poll *poll, const bound_table **table)
{
    uint32_t count = length_for(bounds, n), s = stage;
    branching = settle(branching, bounds->classes);
    /* A table needs that of the next stage: begin at the first one that is there, or at the last stage. */
    while (s < bounds->stages->last && bounds->capacity && !*slot_of(bounds, s, branching, count))
        s++;
    if (!bounds->capacity)
        s = bounds->stages->last;
    const int64_t *next = NULL;
    for (;; s--) {
        corral_status status = provide(bounds, s, branching, count, next, poll, table);
        if (status || s == stage)
            return status;
        next = (*table)->hull;
    }
}

corral_status corral_bound_of_weights(bound_tables *bounds, uint32_t stage, uint32_t n, const corral_poll *poll,
                                      const bound_table **table)
{
    return provide(bounds, stage, (bound_branching){0, 0}, length_for(bounds, n), NULL, poll, table);
}
