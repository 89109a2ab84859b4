/* Calls of the exact search that are broken off, because memory fails or the poll stops them: what they say must be
   true, and the solver must go on as if nothing had happened. That nothing leaks is for the sanitizers and valgrind to
   see. */

#include "check.h"
#include "exact_cases.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { AMPLE = 1 << 24, STOPS = 40 };

static corral_status new_solver(const corral_position *position, corral_solver **solver)
{
    *solver = NULL;
    const corral_status status = corral_solver_new(position, AMPLE, 0, NULL, solver);
    CHECK((status == CORRAL_OK) == (*solver != NULL));
    return status;
}

/* Something to be solved in a moment, with its value. */
typedef struct task {
    const char *name;
    corral_rule rule;
    bool as_matrix, consistent, weighted;
    exact_steps steps;
    int64_t budget;
    uint32_t opener_count;
    /* Made by task_begin. */
    exact_game game;
    corral_matrix matrix;
    corral_position position;
    corral_schedule schedule;
    uint64_t *weights;
    int64_t value; /* below the budget */
    int64_t truth; /* without one */
    corral_tree *tree;
} task;

static const uint32_t opener[] = {1, 1, 3};

static void task_begin(task *made)
{
    check_about(made->name);
    made->game = game_of(&made->rule);
    made->matrix = game_matrix(&made->game);
    made->schedule = schedule_of(&made->steps);
    made->weights = take(made->matrix.secrets, sizeof *made->weights);
    for (uint32_t i = 0; i < made->matrix.secrets; i++)
        made->weights[i] = i % 5;
    made->position = (corral_position){.codes = made->as_matrix ? NULL : made->game.codes,
                                       .matrix = made->as_matrix ? &made->matrix : NULL,
                                       .weights = made->weighted ? made->weights : NULL,
                                       .opener = opener,
                                       .opener_count = made->opener_count,
                                       .consistent = made->consistent};
    corral_solver *solver;
    corral_outcome outcome = {0};
    if (!CHECK(new_solver(&made->position, &solver) == CORRAL_OK))
        exit(check_end());
    CHECK(corral_solver_run(solver, &made->schedule, CORRAL_FORBIDDEN, 1, NULL, &outcome) == CORRAL_OK);
    made->truth = outcome.value;
    CHECK(corral_solver_run(solver, &made->schedule, made->budget, 1, NULL, &outcome) == CORRAL_OK && outcome.ended);
    CHECK(corral_solver_tree(solver, &made->schedule, NULL, &made->tree) == CORRAL_OK);
    made->value = outcome.value;
    corral_solver_free(solver);
}

static void task_end(task *made)
{
    corral_tree_free(made->tree);
    free(made->weights);
    game_free(&made->game);
}

static bool is_found(const task *of, const corral_tree *tree)
{
    return tree->nodes == of->tree->nodes && !memcmp(tree->guess, of->tree->guess, tree->nodes * sizeof *tree->guess);
}

/* After a run that was broken off the outcome is true, and there is a tree for every secret. */
static void check_broken(const task *of, corral_solver *solver, const corral_outcome *outcome, int64_t least)
{
    CHECK(!outcome->ended);
    CHECK(outcome->lower >= least && outcome->lower <= of->truth && outcome->value >= of->truth);
    corral_tree *tree = NULL;
    if (!CHECK(corral_solver_tree(solver, &of->schedule, NULL, &tree) == CORRAL_OK))
        return;
    const brute_play play = brute_replay(&of->matrix, &of->position, &of->schedule, tree);
    CHECK(play.sound && play.cost >= of->truth);
    CHECK(play.cost <= outcome->value);
    corral_tree_free(tree);
}

/* Does the solver, whatever happened to it, still solve the task? */
static void check_usable(const task *of, corral_solver *solver)
{
    corral_outcome outcome = {0};
    corral_tree *tree = NULL;
    CHECK(corral_solver_run(solver, &of->schedule, of->budget, 1, NULL, &outcome) == CORRAL_OK);
    CHECK(outcome.ended && outcome.value == of->value);
    CHECK(of->value == CORRAL_FORBIDDEN ? outcome.lower >= of->budget : outcome.lower == of->value);
    if (!CHECK(corral_solver_tree(solver, &of->schedule, NULL, &tree) == CORRAL_OK))
        return;
    CHECK(of->value == CORRAL_FORBIDDEN || is_found(of, tree));
    corral_tree_free(tree);
}

#ifdef CORRAL_FAILING_ALLOC

/* Allocation number 0, 1, 2 .. fails, until none does. `tree`: in corral_solver_tree; otherwise while running. */
static void fail_allocations(const task *of, bool tree)
{
    corral_status status = CORRAL_NO_MEMORY;
    long granted = 0;
    for (; status == CORRAL_NO_MEMORY; granted++) {
        corral_solver *solver;
        corral_tree *found = NULL;
        corral_outcome outcome = {0};
        if (!CHECK(new_solver(&of->position, &solver) == CORRAL_OK))
            return;
        if (tree)
            CHECK(corral_solver_run(solver, &of->schedule, of->budget, 1, NULL, &outcome) == CORRAL_OK);
        corral_allocations_left = granted;
        status = tree ? corral_solver_tree(solver, &of->schedule, NULL, &found)
                      : corral_solver_run(solver, &of->schedule, of->budget, 1, NULL, &outcome);
        corral_allocations_left = -1;
        CHECK(status == CORRAL_OK || status == CORRAL_NO_MEMORY);
        if (tree)
            CHECK((status == CORRAL_OK) == (found != NULL));
        else if (status == CORRAL_NO_MEMORY)
            check_broken(of, solver, &outcome, 0);
        else
            CHECK(outcome.ended && outcome.value == of->value);
        corral_tree_free(found);
        if (granted % 4)
            check_usable(of, solver);
        corral_solver_free(solver);
    }
    CHECK(status == CORRAL_OK);
    CHECK(granted > 1);
}

static void test_allocations(const task *of)
{
    corral_status status = CORRAL_NO_MEMORY;
    long granted = 0;
    for (; status == CORRAL_NO_MEMORY; granted++) {
        corral_allocations_left = granted;
        corral_solver *solver;
        status = new_solver(&of->position, &solver);
        corral_allocations_left = -1;
        corral_solver_free(solver);
    }
    CHECK(status == CORRAL_OK && granted > 1);
    fail_allocations(of, false);
    fail_allocations(of, true);
}

#else

static void test_allocations(const task *of)
{
    printf("SKIPPED: failing allocations of %s, the core was built without CORRAL_FAILING_ALLOC\n", of->name);
}

#endif

/* A poll that looks at the solver when it is asked, and stops at the ask number `patience`. */
typedef struct watch {
    corral_solver *solver;
    int64_t truth, lower, value;
    uint64_t done;
    long patience, asked;
} watch;

static bool look(void *context, uint64_t done, uint64_t whole)
{
    watch *seen = context;
    corral_solver_stats stats;
    (void)whole;
    if (seen->solver) {
        corral_solver_get_stats(seen->solver, &stats);
        CHECK(stats.lower >= seen->lower && stats.lower <= seen->truth);
        CHECK(stats.value <= seen->value && stats.value >= seen->truth);
        CHECK(done >= seen->done && done <= stats.nodes);
        seen->lower = stats.lower;
        seen->value = stats.value;
    }
    seen->done = done;
    return seen->asked++ == seen->patience;
}

/* What no tree can go below: with K classes, guess i finds at most (K - 1)^(i - 1) candidates. */
static int64_t ideal(const task *of)
{
    int64_t sum = 0, each = 0;
    uint64_t left = of->weighted ? 0 : of->matrix.secrets, found = 1;
    for (uint32_t t = 0; left > found; t++) {
        const int64_t step = of->steps.steps[t < of->steps.count ? t : of->steps.count - 1];
        left -= found;
        found *= of->matrix.classes - 1;
        each = step < CORRAL_FORBIDDEN ? each + step : CORRAL_FORBIDDEN;
        sum = each < CORRAL_FORBIDDEN ? sum + each * (int64_t)(left < found ? left : found) : CORRAL_FORBIDDEN;
    }
    return sum;
}

/* Run a new solver up to the ask number `patience`, then see what it knows, and let it go on. Returns how often it was
   asked, and the lower bound when it stopped. */
static long stop_run(const task *of, long patience, int64_t least, int64_t *lower)
{
    corral_solver *solver;
    corral_outcome outcome = {0};
    if (!CHECK(new_solver(&of->position, &solver) == CORRAL_OK))
        return 0;
    watch seen = {.solver = solver, .truth = of->truth, .value = CORRAL_FORBIDDEN, .patience = patience};
    const corral_poll poll = {.stop = look, .context = &seen};
    const corral_status status = corral_solver_run(solver, &of->schedule, of->budget, 1, &poll, &outcome);
    CHECK(status == (seen.asked > patience && patience >= 0 ? CORRAL_STOPPED : CORRAL_OK));
    if (status == CORRAL_STOPPED) {
        CHECK(seen.asked == patience + 1);
        check_broken(of, solver, &outcome, least);
    }
    check_usable(of, solver);
    corral_solver_free(solver);
    *lower = outcome.lower;
    return seen.asked;
}

static void test_stops(const task *of)
{
    int64_t first, lower;
    const long asked = stop_run(of, -1, 0, &lower);
    CHECK(asked > 0 || of->position.opener_count);
    stop_run(of, 0, ideal(of), &first);
    for (long patience = 1, step = asked / STOPS + 1; patience < asked; patience += step)
        stop_run(of, patience, first, &lower);
}

/* The same for the tree. */
static void test_tree_stops(const task *of)
{
    for (long patience = 0, asked = 1; patience < asked && patience < STOPS; patience++) {
        corral_solver *solver;
        corral_outcome outcome = {0};
        corral_tree *tree = NULL;
        watch seen = {.patience = patience};
        const corral_poll poll = {.stop = look, .context = &seen};
        if (!CHECK(new_solver(&of->position, &solver) == CORRAL_OK))
            return;
        CHECK(corral_solver_run(solver, &of->schedule, of->budget, 1, NULL, &outcome) == CORRAL_OK);
        const corral_status status = corral_solver_tree(solver, &of->schedule, &poll, &tree);
        CHECK(status == (seen.asked > patience ? CORRAL_STOPPED : CORRAL_OK));
        CHECK((status == CORRAL_OK) == (tree != NULL));
        asked = seen.asked + (status == CORRAL_STOPPED);
        corral_tree_free(tree);
        check_usable(of, solver);
        corral_solver_free(solver);
    }
}

static void test_new_stops(const task *of)
{
    watch seen = {.patience = 0};
    const corral_poll poll = {.stop = look, .context = &seen};
    corral_solver *solver = NULL;
    const corral_status status = corral_solver_new(&of->position, AMPLE, 0, &poll, &solver);
    CHECK(status == (seen.asked ? CORRAL_STOPPED : CORRAL_OK));
    CHECK((status == CORRAL_OK) == (solver != NULL));
    corral_solver_free(solver);
}

/* places, symbols, repeats, leading zero, bulls only */
static task small_tasks[] = {
    {.name = "the total", .rule = {3, 5, false, true, false}, .steps = {{1}, 1}},
    {.name = "the total of a matrix", .rule = {3, 4, false, true, false}, .as_matrix = true, .steps = {{1}, 1}},
    {.name = "weights", .rule = {3, 4, true, true, false}, .weighted = true, .steps = {{1, 2, 5}, 3}},
    {.name = "candidates only", .rule = {4, 3, true, true, false}, .consistent = true, .steps = {{1}, 1}},
    {.name = "an opener", .rule = {3, 5, false, false, false}, .opener_count = 3, .steps = {{1}, 1}},
    {.name = "a limit", .rule = {4, 5, false, true, false}, .steps = {{1, 1, 1, 1, CORRAL_FORBIDDEN}, 5}},
    {.name = "an impossible limit", .rule = {4, 5, false, true, false}, .steps = {{0, 0, 0, CORRAL_FORBIDDEN}, 4}},
    {.name = "a small budget", .rule = {4, 5, false, true, false}, .steps = {{1}, 1}, .budget = 342},
};

/* These take too long for every allocation to fail. */
static task large_tasks[] = {
    {.name = "a greater total", .rule = {4, 7, false, true, false}, .steps = {{1}, 1}},
    {.name = "a greater matrix", .rule = {4, 5, false, true, false}, .as_matrix = true, .steps = {{1}, 1}},
    {.name = "more weights", .rule = {2, 9, false, true, false}, .weighted = true, .steps = {{1, 2, 5}, 3}},
    {.name = "more candidates only", .rule = {4, 6, true, true, false}, .consistent = true, .steps = {{1}, 1}},
    {.name = "a greater opener", .rule = {3, 9, false, false, false}, .opener_count = 3, .steps = {{1}, 1}},
    {.name = "a greater limit", .rule = {4, 6, true, true, false}, .steps = {{1, 1, 1, 1, CORRAL_FORBIDDEN}, 5}},
    {.name = "within five", .rule = {4, 7, false, true, false}, .steps = {{0, 0, 0, 0, 1, 0}, 6}},
    {.name = "greater and impossible", .rule = {4, 6, true, true, false}, .steps = {{0, 0, 0, CORRAL_FORBIDDEN}, 4}},
    {.name = "a budget too small", .rule = {4, 7, false, true, false}, .steps = {{1}, 1}, .budget = 3639 - 840},
};

static void begin(task *made)
{
    made->budget = made->budget ? made->budget : CORRAL_FORBIDDEN;
    task_begin(made);
}

int main(void)
{
    const size_t step = check_quick() ? 3 : 1;
    for (size_t i = 0; i < sizeof small_tasks / sizeof *small_tasks; i += step) {
        begin(&small_tasks[i]);
        test_allocations(&small_tasks[i]);
        test_new_stops(&small_tasks[i]);
        test_stops(&small_tasks[i]);
        test_tree_stops(&small_tasks[i]);
        task_end(&small_tasks[i]);
    }
    for (size_t i = 0; i < sizeof large_tasks / sizeof *large_tasks && !check_quick() && check_thorough(); i++) {
        begin(&large_tasks[i]);
        test_new_stops(&large_tasks[i]);
        test_stops(&large_tasks[i]);
        test_tree_stops(&large_tasks[i]);
        task_end(&large_tasks[i]);
    }
    return check_end();
}
