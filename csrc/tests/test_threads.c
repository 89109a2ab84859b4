/* Threads: what they meet at, and searches by several of them, which must find the same value and the same tree as one.
   In builds with CORRAL_FAILING_ALLOC helpers start at once, and help with small sets too.

   Meant to run under a thread sanitizer as well (make threads). Where there are no threads, any number of them has to do
   as well as one. */

#include "threads.h"

#include "check.h"
#include "corral.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 20000 };

typedef struct meeting {
    corral_mutex mutex;
    corral_condition changed;
    corral_spinlock spinlock;
    uint64_t by_mutex, by_spinlock, atomic, gate;
    uint32_t waiting;
    void *published;
} meeting;

#if CORRAL_THREADS
static void count(void *argument)
{
    meeting *m = argument;
    corral_lock(&m->mutex);
    m->waiting++;
    corral_wake_all(&m->changed);
    while (!m->gate)
        corral_wait(&m->changed, &m->mutex, 1000);
    corral_unlock(&m->mutex);
    for (int i = 0; i < ROUNDS; i++) {
        corral_lock(&m->mutex);
        m->by_mutex++;
        corral_unlock(&m->mutex);
        corral_spin_lock(&m->spinlock);
        m->by_spinlock++;
        corral_spin_unlock(&m->spinlock);
        atomic_add(&m->atomic, 2);
    }
    const uint32_t *published = atomic_get_pointer(&m->published);
    CHECK(*published == 7);
}

static void test_meeting(void)
{
    meeting m = {.atomic = 1};
    corral_thread threads[THREADS];
    uint32_t seven = 7;
    check_about("threads meet");
    if (!CHECK(corral_mutex_make(&m.mutex) && corral_condition_make(&m.changed)))
        return;
    for (int i = 0; i < THREADS; i++)
        if (!CHECK(corral_thread_start(&threads[i], count, &m)))
            exit(EXIT_FAILURE);
    corral_lock(&m.mutex);
    while (m.waiting < THREADS)
        corral_wait(&m.changed, &m.mutex, 1000);
    atomic_set_pointer(&m.published, &seven);
    m.gate = 1;
    corral_wake_all(&m.changed);
    corral_unlock(&m.mutex);
    for (int i = 0; i < THREADS; i++)
        corral_thread_join(&threads[i]);
    CHECK(m.by_mutex == THREADS * ROUNDS && m.by_spinlock == THREADS * ROUNDS);
    CHECK(atomic_get(&m.atomic) == 1 + 2 * THREADS * ROUNDS);
    atomic_set(&m.atomic, 5);
    CHECK(atomic_get(&m.atomic) == 5 && corral_try_lock(&m.spinlock) && !corral_try_lock(&m.spinlock));
    corral_condition_clear(&m.changed);
    corral_mutex_clear(&m.mutex);
}
#else
static void stay_away(void *argument)
{
    (void)argument;
    CHECK(false);
}

static void test_nobody(void)
{
    corral_thread thread;
    check_about("no threads");
    CHECK(!corral_thread_start(&thread, stay_away, NULL));
    puts("SKIPPED: threads that meet, there are none here");
}
#endif

/* Somebody waits for nobody: it ends. */
static void test_waiting(void)
{
    corral_mutex mutex;
    corral_condition changed;
    check_about("a wait ends");
    if (!CHECK(corral_mutex_make(&mutex) && corral_condition_make(&changed)))
        return;
    corral_lock(&mutex);
    corral_wait(&changed, &mutex, 0);
    corral_wait(&changed, &mutex, 5);
    corral_unlock(&mutex);
    corral_condition_clear(&changed);
    corral_mutex_clear(&mutex);
}

typedef struct task {
    corral_rule rule;
    bool consistent, weighted;
    uint32_t opener_count;
    int64_t steps[6];
    uint32_t count;
    int64_t budget;
} task;

static const task tasks[] = {
    {.rule = {4, 7, false, true, false}, .steps = {1}, .count = 1},
    {.rule = {4, 5, true, true, false}, .steps = {1}, .count = 1},
    {.rule = {4, 6, true, true, false}, .steps = {1, 1, 1, 1, CORRAL_FORBIDDEN}, .count = 5},
    {.rule = {4, 6, true, true, false}, .steps = {0, 0, 0, CORRAL_FORBIDDEN}, .count = 4},
    {.rule = {4, 7, false, true, false}, .steps = {0, 0, 0, 0, 1, 0}, .count = 6},
    {.rule = {4, 6, false, false, false}, .consistent = true, .steps = {1}, .count = 1},
    {.rule = {3, 9, false, true, false}, .opener_count = 2, .steps = {1}, .count = 1},
    {.rule = {2, 9, false, true, false}, .weighted = true, .steps = {1, 2, 5}, .count = 3},
    {.rule = {4, 7, false, true, false}, .steps = {1}, .count = 1, .budget = 2700},
};

typedef struct found {
    corral_status status;
    corral_outcome outcome;
    corral_tree *tree;
} found;

typedef struct patience {
    corral_solver *solver;
    long left;
    int64_t lower;
} patience;

static bool lose_patience(void *context, uint64_t done, uint64_t total)
{
    patience *p = context;
    corral_solver_stats stats;
    (void)total;
    corral_solver_get_stats(p->solver, &stats);
    CHECK(done <= stats.nodes && stats.lower >= p->lower && stats.lower <= stats.value);
    p->lower = stats.lower;
    return p->left-- == 0;
}

static corral_position position_of(const task *of, const corral_codes *codes, uint64_t **weights)
{
    static const uint32_t opener[] = {0, 1};
    const uint32_t secrets = corral_codes_count(codes);
    corral_position position = {
        .codes = codes, .consistent = of->consistent, .opener = opener, .opener_count = of->opener_count};
    *weights = take(secrets, sizeof **weights);
    for (uint32_t i = 0; i < secrets; i++)
        (*weights)[i] = 1 + i % 5;
    if (of->weighted)
        position.weights = *weights;
    return position;
}

/* Solve with so many threads; stop when asked so often, never if negative, and then once more to the end. */
static found solve(const task *of, const corral_codes *codes, uint32_t threads, uint64_t memory, long asks)
{
    uint64_t *weights;
    const corral_schedule schedule = {of->steps, of->count};
    const corral_position position = position_of(of, codes, &weights);
    const int64_t budget = of->budget ? of->budget : CORRAL_FORBIDDEN;
    found made = {.status = CORRAL_OK};
    patience p = {.left = asks};
    const corral_poll poll = {.stop = lose_patience, .context = &p};
    if (!CHECK(corral_solver_new(&position, memory, 0, NULL, &p.solver) == CORRAL_OK))
        exit(EXIT_FAILURE);
    made.status = corral_solver_run(p.solver, &schedule, budget, threads, &poll, &made.outcome);
    CHECK(made.status == CORRAL_OK || (made.status == CORRAL_STOPPED && asks >= 0 && !made.outcome.ended));
    CHECK(corral_solver_tree(p.solver, &schedule, NULL, &made.tree) == CORRAL_OK);
    if (made.status == CORRAL_STOPPED) {
        corral_outcome again;
        CHECK(corral_solver_run(p.solver, &schedule, budget, threads, NULL, &again) == CORRAL_OK && again.ended);
        CHECK(made.outcome.lower <= again.lower && made.outcome.value >= again.value);
    }
    corral_solver_free(p.solver);
    free(weights);
    return made;
}

static bool same_trees(const corral_tree *a, const corral_tree *b)
{
    return a->nodes == b->nodes && !memcmp(a->guess, b->guess, a->nodes * sizeof *a->guess) &&
           !memcmp(a->size, b->size, a->nodes * sizeof *a->size) &&
           !memcmp(a->label, b->label, a->nodes * sizeof *a->label) &&
           !memcmp(a->first, b->first, (a->nodes + 1) * sizeof *a->first);
}

static void test_task(const task *of)
{
    corral_codes *codes = NULL;
    if (!CHECK(corral_codes_new(&of->rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    const found alone = solve(of, codes, 1, 1 << 26, -1);
    for (uint32_t threads = 0; threads <= (check_quick() ? 3 : 5); threads++) {
        const found all = solve(of, codes, threads, threads % 2 ? 1 << 26 : 20000, -1);
        CHECK(all.status == CORRAL_OK && all.outcome.ended && all.outcome.value == alone.outcome.value);
        CHECK(alone.outcome.value == CORRAL_FORBIDDEN || same_trees(all.tree, alone.tree));
        corral_tree_free(all.tree);
    }
    for (long asks = 0; asks < (check_quick() ? 1 : 12); asks++) {
        const found some = solve(of, codes, 3, 1 << 26, asks * asks);
        CHECK(some.outcome.lower <= alone.outcome.lower && some.outcome.value >= alone.outcome.value);
        corral_tree_free(some.tree);
    }
    corral_tree_free(alone.tree);
    corral_codes_free(codes);
}

/* Whatever fails, in any thread, the solver does as well as it can, and is good for another run. */
static void test_no_memory(void)
{
#if defined(CORRAL_FAILING_ALLOC) && !defined(__SANITIZE_THREAD__) /* the count of allocations is no atomic */
    const task *of = &tasks[1];
    const corral_schedule schedule = {of->steps, of->count};
    corral_codes *codes = NULL;
    check_about("no memory for helpers");
    if (!CHECK(corral_codes_new(&of->rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    const found alone = solve(of, codes, 1, 1 << 26, -1);
    for (long granted = 0; granted < 600; granted += check_quick() ? 17 : 1) {
        uint64_t *weights;
        const corral_position position = position_of(of, codes, &weights);
        corral_solver *solver = NULL;
        corral_outcome outcome = {0};
        CHECK(corral_solver_new(&position, 1 << 26, 0, NULL, &solver) == CORRAL_OK);
        corral_allocations_left = granted;
        const corral_status status = corral_solver_run(solver, &schedule, CORRAL_FORBIDDEN, 4, NULL, &outcome);
        corral_allocations_left = -1;
        CHECK(status == CORRAL_OK ? outcome.value == alone.outcome.value : status == CORRAL_NO_MEMORY);
        CHECK(outcome.lower <= alone.outcome.value && outcome.value >= alone.outcome.value);
        CHECK(corral_solver_run(solver, &schedule, CORRAL_FORBIDDEN, 4, NULL, &outcome) == CORRAL_OK);
        CHECK(outcome.ended && outcome.value == alone.outcome.value);
        corral_solver_free(solver);
        free(weights);
    }
    corral_tree_free(alone.tree);
    corral_codes_free(codes);
#else
    puts("SKIPPED: failing allocations of threads");
#endif
}

#if CORRAL_THREADS
/* Several callers, each with a solver of its own that has threads of its own, share the codes: one solves, one stops in
   the middle and goes on, one does so with hardly any memory, and one solves the places below the first guess. */
enum { CALLERS = 4 };

typedef struct caller {
    const task *of;
    const corral_codes *codes;
    uint32_t number;
    found made;
} caller;

static void solve_places(caller *c)
{
    uint64_t *weights;
    const corral_schedule schedule = {c->of->steps, c->of->count};
    const corral_position position = position_of(c->of, c->codes, &weights);
    patience p = {.left = -1};
    if (!CHECK(corral_solver_new(&position, 20000, 0, NULL, &p.solver) == CORRAL_OK))
        exit(EXIT_FAILURE);
    for (uint32_t label = 0; label < 4; label++) {
        const corral_step step = {0, label};
        const corral_path path = {&step, 1};
        patience stops = {.solver = p.solver, .left = (long)label};
        const corral_poll poll = {.stop = lose_patience, .context = &stops};
        corral_outcome some = {0}, all = {0};
        corral_tree *tree = NULL;
        CHECK(corral_solver_run(p.solver, &schedule, 1, 1, NULL, &some) == CORRAL_OK);
        const corral_status status = corral_solver_try(p.solver, &schedule, path, CORRAL_ANY_GUESS, CORRAL_FORBIDDEN, 3,
                                                       label % 2 ? &poll : NULL, &some);
        CHECK(status == CORRAL_OK || (status == CORRAL_STOPPED && label % 2 && !some.ended));
        CHECK(corral_solver_try(p.solver, &schedule, path, CORRAL_ANY_GUESS, CORRAL_FORBIDDEN, 2, NULL, &all) ==
              CORRAL_OK);
        CHECK(all.ended && some.lower <= all.lower && some.value >= all.value);
        CHECK(corral_solver_branch(p.solver, &schedule, path, CORRAL_ANY_GUESS, true, NULL, &tree) == CORRAL_OK);
        corral_tree_free(tree);
    }
    corral_solver_free(p.solver);
    free(weights);
}

static void call(void *argument)
{
    caller *c = argument;
    if (c->number == CALLERS - 1)
        solve_places(c);
    c->made = solve(c->of, c->codes, 2, c->number % 2 ? 1 << 26 : 20000, c->number ? (long)c->number * 3 : -1);
}

static void test_side_by_side(void)
{
    corral_codes *codes = NULL;
    corral_thread threads[CALLERS];
    caller callers[CALLERS];
    check_about("side by side");
    if (!CHECK(corral_codes_new(&tasks[0].rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    const found alone = solve(&tasks[0], codes, 1, 1 << 26, -1);
    for (uint32_t i = 0; i < CALLERS; i++) {
        callers[i] = (caller){.of = &tasks[0], .codes = codes, .number = i};
        if (!CHECK(corral_thread_start(&threads[i], call, &callers[i])))
            exit(EXIT_FAILURE);
    }
    for (uint32_t i = 0; i < CALLERS; i++) {
        corral_thread_join(&threads[i]);
        const found *made = &callers[i].made;
        CHECK(made->outcome.lower <= alone.outcome.value && made->outcome.value >= alone.outcome.value);
        CHECK(made->status == CORRAL_STOPPED || same_trees(made->tree, alone.tree));
        corral_tree_free(made->tree);
    }
    corral_tree_free(alone.tree);
    corral_codes_free(codes);
}
#endif

int main(void)
{
#if CORRAL_THREADS
    test_meeting();
    test_side_by_side();
#else
    test_nobody();
#endif
    test_waiting();
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i += check_quick() ? 2 : 1) {
        check_game(&tasks[i].rule);
        test_task(&tasks[i]);
    }
    test_no_memory();
    return check_end();
}
