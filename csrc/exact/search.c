/* The search: what the best tree for a set of candidates costs.

   corral_search and corral_evaluate call each other, one for the choice of a guess and one for the answers to it. Every
   call has a budget: what the whole tree may still cost before the caller turns to another guess. The answer is exact
   if it is below the budget, and otherwise a bound that no tree goes below, as high as the search happened to find;
   both are kept in the memo. The steps, cheapest first:

   1. Sets that are settled without a look: one code, two codes, the end of the schedule (see schedule.c).
   2. The bound that the caller knows, mostly the ideal one (bound.c).
   3. Stage zero: a candidate that tells all others apart costs step * (n - 1), and nothing costs less, since a guess
      finds one code at most. If no candidate does, then the best guess is no candidate, or leaves a part of two codes:
      the cost is at least step * (n - 1) + min(step, next step), which a candidate that fails on a single pair reaches
      where the next step is the smaller. (Candidates of equal weight.)
   4. The memo: first by the relaxed schedule, which bounds from below, then by the schedule itself.
   5. One look at all guesses (look.c), which bounds each. If the end of the schedule is behind the next guess, the
      bounds are the costs, and the least one is the answer.
   6. Guess by guess, the best first (jobs.c, evaluate.c), until none is left whose bound is below the best cost. */

#include "jobs.h"
#include "normalform.h"

#include <string.h>

static bool settled(const struct corral_solver *solver, const code_set *set, const schedule_stage *stage, int64_t *cost)
{
    if (set->count == 1)
        *cost = 0;
    else if (stage->step == CORRAL_FORBIDDEN)
        *cost = CORRAL_FORBIDDEN;
    else if (set->count == 2 || (stage->flat && corral_uses(solver, CORRAL_CLOSED_ENDS)))
        *cost = corral_times(stage->step, set->weight - set->heaviest);
    else
        return false;
    return true;
}

bool corral_settled(const struct corral_solver *solver, const code_set *set, uint32_t guesses, int64_t *cost)
{
    return settled(solver, set, corral_stage_of(solver, guesses), cost);
}

static int64_t weighted_bound(const struct corral_solver *solver, const code_set *set, const bound_table *ideal)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        if (ideal->least[i] == CORRAL_FORBIDDEN)
            return CORRAL_FORBIDDEN;
        sum += ideal->least[i] * (int64_t)corral_weight(&solver->board, set->codes[i]);
    }
    return sum;
}

int64_t corral_lower_bound(corral_worker *worker, const code_set *set, uint32_t guesses)
{
    const struct corral_solver *solver = worker->solver;
    uint32_t stage = corral_stage_after(&solver->stages, guesses), classes = solver->board.classes;
    const bound_table *table;
    bool weighted = solver->board.weights;
    corral_status status =
        weighted ? corral_bound_of_weights(&worker->bounds, stage, set->count, &worker->poll, &table)
                 : corral_bound_table(&worker->bounds, stage, (bound_branching){classes, classes - 1}, set->count,
                                      &worker->poll, &table);
    if (status) {
        worker->status = status;
        return 0;
    }
    return weighted ? weighted_bound(solver, set, table) : table->least[set->count];
}

static set_hash key_of(const struct corral_solver *solver, const code_set *set)
{
    set_hash key = {0, 0};
    if (!solver->board.codes) {
        for (uint32_t i = 0; i < set->count; i++)
            corral_hash_add(&key, set->codes[i]);
    } else if (solver->normal_form && set->count <= NORMAL_FORM_MAX) {
        key = corral_normal_hash(solver->board.codes, set->codes, set->count);
    } else {
        key = corral_set_hash(solver->board.codes, set->codes, set->count);
    }
    return key;
}

static set_hash at_stage(set_hash key, uint64_t stage_key)
{
    return (set_hash){.high = key.high ^ corral_mix(stage_key + 1), .low = key.low ^ stage_key};
}

/* Step 3: true if the set is settled by it, otherwise the bound is raised. */
static bool stage_zero(corral_worker *worker, const code_set *set, uint32_t guesses, uint32_t depth, bool mixed,
                       int64_t *lower)
{
    struct corral_solver *solver = worker->solver;
    int64_t step = corral_stage_of(solver, guesses)->step, next = corral_stage_of(solver, guesses + 1)->step;
    if (solver->board.weights || set->count > solver->board.classes || !corral_uses(solver, CORRAL_STAGE_ZERO))
        return false;
    uint32_t which;
    int result = 2;
    if (!mixed) {
        search_frame *f = corral_worker_frame(worker, depth, set->count);
        if (!f)
            return false;
        result = corral_board_tell_apart(&solver->board, set, f->classes, &which);
    }
    int64_t perfect = corral_times(step, set->count - 1), dearer = step < next ? step : next;
    if (result)
        perfect += dearer;
    *lower = perfect > *lower ? perfect : *lower;
    return result == 0 || (result == 1 && next <= step);
}

static void remember(corral_worker *worker, const code_set *set, set_hash key, int64_t lower, bool exact,
                     bool two_level)
{
    if (worker->status || !corral_uses(worker->solver, CORRAL_MEMO))
        return;
    memo_entry entry = {.lower = lower, .exact = exact || lower >= CORRAL_FORBIDDEN, .two_level = two_level};
    corral_memo_store(&worker->solver->memo, key, entry, set->count);
}

/* Step 4: true if that answers the question, otherwise the bound is raised. */
static bool recall(corral_worker *worker, const code_set *set, const schedule_stage *stage, int64_t budget,
                   search_mode mode, set_hash *key, int64_t *lower)
{
    struct corral_solver *solver = worker->solver;
    memo_entry entry;
    if (!corral_uses(solver, CORRAL_MEMO))
        return false;
    set_hash bare = key_of(solver, set);
    *key = at_stage(bare, stage->key);
    if (stage->relaxed && stage->relaxed != stage->key && corral_uses(solver, CORRAL_RELAXED)) {
        if (corral_memo_find(&solver->memo, at_stage(bare, stage->relaxed), &entry) && entry.lower > *lower)
            *lower = entry.lower;
        if (*lower >= budget)
            return true;
    }
    if (!corral_memo_find(&solver->memo, *key, &entry))
        return false;
    if (entry.lower > *lower || entry.exact)
        *lower = entry.lower;
    return entry.exact || *lower >= budget || mode == ONE_PASS || (mode == TWO_LEVEL && entry.two_level);
}

/* Are the bounds of one look costs? */
static bool is_closed(const struct corral_solver *solver, uint32_t guesses)
{
    return corral_stage_of(solver, guesses + 1)->flat && !solver->board.weights &&
           corral_uses(solver, CORRAL_CLOSED_ENDS);
}

int64_t corral_search(corral_worker *worker, const code_set *set, uint32_t guesses, int64_t budget, int64_t lower,
                      search_mode mode, uint32_t depth, bool mixed)
{
    struct corral_solver *solver = worker->solver;
    const schedule_stage *stage = corral_stage_of(solver, guesses);
    int64_t cost;
    /* 1 */
    if (settled(solver, set, stage, &cost))
        return cost;
    /* 2 */
    if (lower >= budget || worker->status)
        return lower;
    worker->nodes++;
    if (corral_worker_stops(worker, set->count))
        return lower;
    /* 3 */
    if (stage_zero(worker, set, guesses, depth, mixed, &lower) || lower >= budget || worker->status)
        return lower;
    /* 4 */
    bool closed = is_closed(solver, guesses);
    set_hash key = {0, 0};
    if (!closed && recall(worker, set, stage, budget, mode, &key, &lower))
        return lower;
    /* 5 */
    search_node node = {.set = set, .guesses = guesses, .depth = depth, .by_bound = mode == TWO_LEVEL};
    int64_t least;
    look_purpose purpose = closed ? LEAST_COST : mode == ONE_PASS ? LEAST_BOUND : LIST_GUESSES;
    if (!corral_node_open(worker, &node, budget, purpose, &least))
        return lower;
    if (closed)
        return least;
    lower = least > lower ? least : lower;
    if (set == &solver->root) {
        corral_lock(&solver->mutex);
        solver->lower = lower;
        corral_unlock(&solver->mutex);
    }
    if (lower >= budget || mode == ONE_PASS) {
        remember(worker, set, key, lower, false, false);
        return lower;
    }
    /* 6 */
    search_job job = {
        .node = &node, .mode = mode, .lower = lower, .best = budget, .rest = CORRAL_FORBIDDEN, .guess = NO_CODE};
    if (!corral_try_guesses(worker, &job))
        return set == &solver->root ? solver->lower : lower;
    if (mode == EXACT && job.guess != NO_CODE) {
        remember(worker, set, key, job.best, true, false);
        return job.best;
    }
    int64_t answer = job.rest > lower ? job.rest : lower;
    remember(worker, set, key, answer, false, mode == TWO_LEVEL);
    return answer;
}

bool corral_search_known(corral_worker *worker, const code_set *set, uint32_t guesses, uint32_t depth, int64_t *value)
{
    struct corral_solver *solver = worker->solver;
    set_hash key;
    *value = 0;
    if (corral_settled(solver, set, guesses, value))
        return *value < CORRAL_FORBIDDEN;
    if (stage_zero(worker, set, guesses, depth, false, value))
        return true;
    if (!is_closed(solver, guesses))
        return recall(worker, set, corral_stage_of(solver, guesses), CORRAL_FORBIDDEN, EXACT, &key, value) &&
               *value < CORRAL_FORBIDDEN;
    search_node node = {.set = set, .guesses = guesses, .depth = depth};
    return corral_node_open(worker, &node, CORRAL_FORBIDDEN, LEAST_COST, value) && *value < CORRAL_FORBIDDEN;
}

uint32_t corral_search_choice(corral_worker *worker, const code_set *set, uint32_t guesses, int64_t value,
                              uint32_t depth)
{
    struct corral_solver *solver = worker->solver;
    const corral_board *board = &solver->board;
    if (set->count <= 2)
        return board->matrix ? board->finder[set->codes[0]] : set->codes[0];
    search_frame *f = corral_worker_frame(worker, depth, set->count);
    if (!f)
        return NO_CODE;
    if (!board->weights && set->count <= board->classes &&
        value == corral_times(corral_stage_of(solver, guesses)->step, set->count - 1)) {
        uint32_t which;
        if (!corral_board_tell_apart(board, set, f->classes, &which))
            return which;
    }
    search_node node = {.set = set, .guesses = guesses, .depth = depth};
    int64_t least;
    if (!corral_node_open(worker, &node, value + 1, LIST_GUESSES, &least))
        return NO_CODE;
    search_option option;
    while (corral_node_next(worker, &node, value + 1, false, &option)) {
        int64_t cost = corral_evaluate(worker, &node, option.guess, value + 1, EXACT);
        if (worker->status)
            return NO_CODE;
        if (cost <= value)
            return option.guess;
    }
    return NO_CODE;
}
