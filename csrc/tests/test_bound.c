/* The ideal bound against the same recursion over all divisions, which are tried one by one.

   With F_t(n) the least cost of n candidates of weight 1 after t guesses, if guesses could part them at will,

       F_t(n) = min( step * (n - 1) + least sum of F_{t+1} over n - 1 candidates in at most wins - 1 parts,
                     step *  n      + least sum of F_{t+1} over n candidates in at most others parts ),  F_t(1) = 0.

   The bound must not exceed it. It must be forbidden where F is and nowhere else; and where all later F are convex it
   must be F, for then nothing is lost. That holds for the total, and for most schedules up to some n. */

#include "exact/bound.h"

#include "check.h"
#include "exact_units.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { SIZES = DIVIDED, MOST_CLASSES = MOST_PARTS, MOST = 3000 };

typedef struct plain_bound {
    int64_t f[MOST_UNIT_STEPS][SIZES];
} plain_bound;

/* A step for each of n candidates. */
static int64_t paid(int64_t step, uint32_t n)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum = plain_sum(sum, step);
    return sum;
}

/* What the branching of a set tells about its subsets, where a candidate may be missing and its part with it. */
static bound_branching branching_of_subsets(bound_branching branching, uint32_t classes)
{
    const uint32_t wins = branching.wins < 2 ? 2 : branching.wins > classes ? classes : branching.wins;
    const uint32_t others = branching.others < wins - 1 ? wins - 1 : branching.others;
    return (bound_branching){wins, others > classes - 1 ? classes - 1 : others};
}

static void fill_plain(plain_bound *plain, const unit_steps *steps, bound_branching branching)
{
    static divisions d;
    for (uint32_t t = steps->count; t-- > 0;) {
        const bool last = t + 1 == steps->count;
        int64_t *f = plain->f[t], *next = plain->f[last ? t : t + 1];
        for (uint32_t n = 0; n < SIZES; n++) {
            split_all(&d, next, n);
            if (!last)
                divide_all(&d, next, n);
            if (n > 1) {
                int64_t(*parts)[SIZES] = last ? d.split : d.at_most;
                const int64_t finds = plain_sum(paid(steps->steps[t], n - 1), d.at_most[branching.wins - 1][n - 1]);
                const int64_t others = plain_sum(paid(steps->steps[t], n), parts[branching.others][n]);
                f[n] = finds < others ? finds : others;
            } else {
                f[n] = 0;
            }
            if (last)
                divide_all(&d, next, n);
        }
    }
}

/* The first n at which a function is not convex any more, where it is not forbidden. */
static uint32_t convex_below(const int64_t *f, uint32_t count)
{
    for (uint32_t n = 2; n < count; n++)
        if (f[n] < CORRAL_FORBIDDEN && f[n] - f[n - 1] < f[n - 1] - f[n - 2])
            return n;
    return count;
}

static void check_hull(const bound_table *table)
{
    const int64_t *hull = table->hull, *least = table->least;
    CHECK(hull[0] == 0 && hull[1] == 0 && least[0] == 0 && least[1] == 0);
    for (uint32_t n = 2; n < table->count; n++) {
        CHECK(hull[n] >= 0 && hull[n] <= least[n] && least[n] <= CORRAL_FORBIDDEN);
        CHECK((hull[n] == CORRAL_FORBIDDEN) == (least[n] == CORRAL_FORBIDDEN));
        CHECK(least[n] >= least[n - 1]);
    }
    CHECK(convex_below(hull, table->count) == table->count);
}

static const bound_table *table_of(bound_tables *bounds, uint32_t stage, bound_branching branching, uint32_t n)
{
    const bound_table *table = NULL;
    if (!CHECK(corral_bound_table(bounds, stage, branching, n, NULL, &table) == CORRAL_OK && table &&
               table->count > n && table->count <= bounds->most + 1))
        exit(EXIT_FAILURE);
    return table;
}

static const bound_table *table_of_weights(bound_tables *bounds, uint32_t stage, uint32_t n)
{
    const bound_table *table = NULL;
    if (!CHECK(corral_bound_of_weights(bounds, stage, n, NULL, &table) == CORRAL_OK && table && table->count > n &&
               table->count <= bounds->most + 1))
        exit(EXIT_FAILURE);
    return table;
}

/* Every stage against the recursion. */
static void check_table(bound_tables *bounds, const unit_steps *steps, bound_branching branching)
{
    static plain_bound plain;
    const schedule_stages *stages = bounds->stages;
    fill_plain(&plain, steps, branching_of_subsets(branching, bounds->classes));
    bool convex = true;
    for (uint32_t t = steps->count; t-- > 0;) {
        const bound_table *table = table_of(bounds, corral_stage_after(stages, t), branching, SIZES - 1);
        check_hull(table);
        const int64_t *f = plain.f[t];
        const uint32_t convex_count = convex_below(f, SIZES);
        const uint32_t exact = t + 1 == steps->count ? convex_count + 1 : convex ? SIZES : 0;
        for (uint32_t n = 0; n < SIZES; n++) {
            CHECK(table->least[n] <= f[n]);
            CHECK((table->least[n] == CORRAL_FORBIDDEN) == (f[n] == CORRAL_FORBIDDEN));
            CHECK(n >= exact || table->least[n] == f[n]);
        }
        convex = convex && convex_count == SIZES;
    }
}

/* More parts are never dearer. */
static void check_monotone(bound_tables *bounds, uint32_t stage, bound_branching branching)
{
    const uint32_t wins = branching.wins + (uint32_t)random_below(4);
    const uint32_t others = branching.others + (uint32_t)random_below(4);
    const bound_table *few = table_of(bounds, stage, branching, SIZES - 1);
    const bound_table *many = table_of(bounds, stage, (bound_branching){wins, others}, SIZES - 1);
    for (uint32_t n = 0; n < SIZES; n++)
        CHECK(many->least[n] <= few->least[n] && many->hull[n] <= few->hull[n]);
}

static bound_branching draw_branching(uint32_t classes)
{
    return (bound_branching){(uint32_t)random_below(classes + 2), (uint32_t)random_below(classes + 2)};
}

typedef struct bounded {
    unit_steps steps;
    schedule_stages stages;
    bound_tables bounds;
} bounded;

/* What comes after a forbidden step is never reached. */
static void begin(bounded *b, unit_steps steps, uint32_t classes)
{
    b->steps = steps;
    for (uint32_t t = 0; t < b->steps.count; t++)
        if (b->steps.steps[t] == CORRAL_FORBIDDEN)
            b->steps.count = t + 1;
    CHECK(corral_stages_make(&b->stages, &(corral_schedule){b->steps.steps, b->steps.count}, UINT32_MAX) == CORRAL_OK);
    corral_bounds_make(&b->bounds, &b->stages, classes, MOST);
}

static void end(bounded *b)
{
    corral_bounds_clear(&b->bounds);
    corral_stages_clear(&b->stages);
}

/* Whole costs up to some 2^44: sums stay below CORRAL_FORBIDDEN. */
static int64_t draw_most(void)
{
    static const int64_t mosts[] = {1, 1, 3, 20, 1000, 40000, (int64_t)1 << 34, (int64_t)1 << 43};
    return mosts[random_below(sizeof mosts / sizeof *mosts)];
}

static void test_recursion(void)
{
    const int rounds = check_quick() ? 30 : 800;
    check_about("the recursion over all divisions");
    for (int i = 0; i < rounds; i++) {
        bounded b;
        const uint32_t classes = 2 + (uint32_t)random_below(MOST_CLASSES - 1);
        begin(&b, draw_steps(draw_most()), classes);
        for (int k = 0; k < 3; k++) {
            const bound_branching branching = draw_branching(classes);
            check_table(&b.bounds, &b.steps, branching);
            check_monotone(&b.bounds, (uint32_t)random_below(b.stages.last + 1), branching);
        }
        end(&b);
    }
}

/* With every step 1 and no guess better than those that can win, full trees are best: guess d finds (K - 1)^(d - 1). */
static void test_total(void)
{
    check_about("full trees");
    for (uint32_t classes = 2; classes <= 90; classes += classes < 20 ? 1 : 35) {
        bounded b;
        begin(&b, (unit_steps){{1}, 1}, classes);
        const bound_table *table = table_of(&b.bounds, 0, (bound_branching){classes, classes - 1}, MOST);
        int64_t sum = 0, width = 1, left = 1, depth = 0;
        for (uint32_t n = 1; n <= MOST; n++) {
            if (!left) {
                width = left = width < MOST ? width * (classes - 1) : width;
                depth++;
            }
            sum += depth;
            left--;
            CHECK(table->least[n] == sum && table->hull[n] == sum);
        }
        end(&b);
    }
}

/* What a table tells depends on the number of candidates alone, not on what was asked before; a longer one tells at
   most as much, and the same in the last stage. Tables that were told stay. */
static void check_lengths(bound_tables *bounds, uint32_t stage, bound_branching branching)
{
    static const uint32_t sizes[] = {1, 63, 64, 70, 127, 255, 256, 500, 1024, MOST};
    enum { ASKED = sizeof sizes / sizeof *sizes };
    const bool last = stage == bounds->stages->last;
    const bound_table *told[ASKED];
    uint32_t order[ASKED];
    for (uint32_t k = 0; k < ASKED; k++)
        order[k] = k;
    shuffle(order, ASKED);
    for (uint32_t i = 0; i < ASKED; i++) {
        const uint64_t memory = bounds->memory;
        const uint32_t used = bounds->used;
        const bound_table *table = told[order[i]] = table_of(bounds, stage, branching, sizes[order[i]]);
        check_hull(table);
        CHECK(table == table_of(bounds, stage, branching, sizes[order[i]]));
        CHECK(bounds->memory >= memory + (bounds->used - used) * (uint64_t)2 * sizeof(int64_t) * table->count);
    }
    bound_tables other;
    corral_bounds_make(&other, bounds->stages, bounds->classes, bounds->most);
    for (uint32_t k = 0; k < ASKED; k++) {
        const bound_table *table = told[k], *same = table_of(&other, stage, branching, sizes[k]);
        CHECK(table == table_of(bounds, stage, branching, sizes[k]) && same->count == table->count);
        CHECK(!memcmp(same->least, table->least, table->count * sizeof *table->least));
        CHECK(!memcmp(same->hull, table->hull, table->count * sizeof *table->hull));
        for (uint32_t n = 0; k && n < told[k - 1]->count; n++) {
            CHECK(table->least[n] == told[k - 1]->least[n] || (!last && table->least[n] < told[k - 1]->least[n]));
            CHECK(table->hull[n] <= told[k - 1]->hull[n]);
        }
    }
    corral_bounds_clear(&other);
}

static void test_lengths(void)
{
    check_about("tables of all lengths");
    for (int i = 0; i < (check_quick() ? 5 : 80); i++) {
        bounded b;
        const uint32_t classes = 2 + (uint32_t)random_below(MOST_CLASSES - 1);
        begin(&b, draw_steps(i % 3 ? draw_most() >> 7 : (int64_t)1 << 36), classes);
        check_lengths(&b.bounds, (uint32_t)random_below(b.stages.last + 1), draw_branching(classes));
        end(&b);
    }
}

/* Thousands of stages take no deep stack, and are as many tables. */
static void test_many_stages(void)
{
    static int64_t steps[CORRAL_MAX_STAGES];
    schedule_stages stages;
    bound_tables bounds;
    check_about("many stages");
    for (uint32_t t = 0; t < CORRAL_MAX_STAGES; t++)
        steps[t] = t;
    CHECK(corral_stages_make(&stages, &(corral_schedule){steps, CORRAL_MAX_STAGES}, UINT32_MAX) == CORRAL_OK);
    corral_bounds_make(&bounds, &stages, 3, MOST);
    const bound_table *table = table_of(&bounds, 0, (bound_branching){3, 2}, 40);
    CHECK(bounds.used == CORRAL_MAX_STAGES);
    for (int64_t n = 1, sum = 0, depth = 0, end = 1, cost = 0; n <= 40; n++) {
        if (n > end) { /* full trees of two answers: guess d finds 2^(d - 1) */
            cost += steps[depth++];
            end = 2 * end + 1;
        }
        sum += cost;
        CHECK(table->least[n] == sum);
    }
    corral_bounds_clear(&bounds);
    corral_stages_clear(&stages);
}

static int by_weight(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left > right ? -1 : left < right;
}

/* No tree of any shape is cheaper than the ideal costs, and one costs that. */
static void test_ideal(void)
{
    check_about("the cheapest tree of given weights");
    for (int i = 0; i < (check_quick() ? 10 : 150); i++) {
        bounded b;
        uint64_t weights[WEIGHED];
        const uint32_t classes = 2 + (uint32_t)random_below(5);
        for (int k = 0; k < WEIGHED; k++)
            weights[k] = 1 + random_below(i % 3 ? 4 : 40);
        begin(&b, draw_steps(draw_most()), classes);
        const int64_t best = cheapest_tree(&b.steps, weights, classes);
        const int64_t *ideal = table_of_weights(&b.bounds, 0, WEIGHED - 1)->least;
        int64_t sum = 0;
        qsort(weights, WEIGHED, sizeof *weights, by_weight);
        for (uint32_t k = 0; k < WEIGHED; k++)
            for (uint64_t unit = 0; unit < weights[k]; unit++)
                sum = plain_sum(sum, ideal[k]);
        CHECK(sum == best);
        end(&b);
    }
}

/* Also at other stages and for many candidates: each guess finds classes - 1 times as many as the one before. */
static void test_ideal_lengths(void)
{
    static const uint32_t sizes[] = {0, 1, 2, 5, 40, 79, 80, 2000};
    check_about("ideal costs");
    for (int i = 0; i < (check_quick() ? 20 : 200); i++) {
        bounded b;
        const uint32_t classes = 1 + (uint32_t)random_below(MOST_CLASSES);
        begin(&b, draw_steps(draw_most()), classes);
        const uint32_t stage = (uint32_t)random_below(b.stages.last + 1);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            const int64_t *ideal = table_of_weights(&b.bounds, stage, sizes[k])->least;
            int64_t cost = 0;
            CHECK(ideal == table_of_weights(&b.bounds, stage, sizes[k])->least);
            for (uint64_t n = 0, found = 1, end_of_depth = 1, t = stage; n <= sizes[k]; n++) {
                if (n == end_of_depth) {
                    cost = plain_sum(cost, b.stages.stages[corral_stage_after(&b.stages, (uint32_t)t)].step);
                    t++;
                    found *= found <= 2000 && classes > 1 ? classes - 1 : 1;
                    end_of_depth += found;
                }
                CHECK(ideal[n] == cost);
            }
        }
        end(&b);
    }
}

/* A whole convex function that is 0 at 0 and 1, forbidden from some point on. */
static void draw_convex(int64_t *h, uint32_t count)
{
    const uint64_t end = random_below(2) ? count : 2 + random_below(count - 2), rises = 1 + random_below(5);
    int64_t slope = 0;
    h[0] = h[1] = 0;
    for (uint32_t n = 2; n < count; n++) {
        slope += (int64_t)(random_below(rises) * random_below(100));
        h[n] = n < end ? h[n - 1] + slope : CORRAL_FORBIDDEN;
    }
}

static void test_spread(void)
{
    static divisions d;
    check_about("equal parts");
    for (int i = 0; i < (check_quick() ? 20 : 400); i++) {
        int64_t h[SIZES];
        draw_convex(h, SIZES);
        for (uint32_t n = 0; n < SIZES; n++) {
            split_all(&d, h, n);
            divide_all(&d, h, n);
            for (uint32_t k = 0; k <= MOST_CLASSES; k++)
                CHECK(corral_spread(h, n, k) == d.at_most[k][n]);
            CHECK(corral_spread(h, n, n + (uint32_t)random_below(200)) == 0);
        }
    }
}

/* Whenever it is stopped, what is asked again later is right. */
static bool stop_at(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    return --*(int *)context == 0;
}

static void test_stopped(void)
{
    enum { LARGE = 1 << 20 };
    check_about("stopped");
    const unit_steps steps = {{3, 0, 5, 1}, 4};
    schedule_stages stages;
    CHECK(corral_stages_make(&stages, &(corral_schedule){steps.steps, steps.count}, 100) == CORRAL_OK);
    int stopped = 0;
    for (int polls = 1; polls <= 6; polls++) {
        bound_tables bounds;
        int left = polls;
        const corral_poll poll = {.stop = stop_at, .context = &left};
        const bound_table *table = NULL;
        corral_bounds_make(&bounds, &stages, 5, LARGE);
        const corral_status status = corral_bound_table(&bounds, 0, (bound_branching){4, 4}, LARGE, &poll, &table);
        CHECK(status == (left > 0 ? CORRAL_OK : CORRAL_STOPPED));
        stopped += status == CORRAL_STOPPED;
        check_table(&bounds, &steps, (bound_branching){4, 4});
        corral_bounds_clear(&bounds);
    }
    CHECK(stopped > 2 && stopped < 6);
    corral_stages_clear(&stages);
}

/* Whatever fails, what is asked again later is right. */
static void test_no_memory(void)
{
#ifdef CORRAL_FAILING_ALLOC
    check_about("no memory");
    schedule_stages stages;
    const unit_steps steps = {{3, 0, 5, 1}, 4};
    CHECK(corral_stages_make(&stages, &(corral_schedule){steps.steps, steps.count}, 100) == CORRAL_OK);
    for (long granted = 0, failed = 1; failed; granted++) {
        bound_tables bounds;
        failed = 0;
        corral_allocations_left = granted;
        corral_bounds_make(&bounds, &stages, 5, 1000);
        for (uint32_t n = 10; n <= 270; n += 130) {
            const bound_table *table;
            failed += corral_bound_table(&bounds, 0, (bound_branching){4, 4}, n, NULL, &table) == CORRAL_NO_MEMORY;
            failed += corral_bound_of_weights(&bounds, 1, n, NULL, &table) == CORRAL_NO_MEMORY;
        }
        corral_allocations_left = -1;
        check_table(&bounds, &steps, (bound_branching){4, 4});
        const int64_t *ideal = table_of_weights(&bounds, 1, 300)->least;
        CHECK(ideal[0] == 0 && ideal[4] == 0 && ideal[5] == 5 && ideal[20] == 5 && ideal[21] == 6);
        corral_bounds_clear(&bounds);
    }
    corral_stages_clear(&stages);
#else
    puts("SKIPPED: failing allocations, the core was built without CORRAL_FAILING_ALLOC");
#endif
}

int main(void)
{
    test_recursion();
    test_total();
    test_lengths();
    test_many_stages();
    test_ideal();
    test_ideal_lengths();
    test_stopped();
    test_spread();
    test_no_memory();
    return check_end();
}
