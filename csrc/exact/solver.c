/* The life of a solver: what it is made of, and its runs. */

#include "jobs.h"
#include "memory.h"

#include <string.h>

/* Each candidate of a part of n takes 1 + log n / log b more guesses, b being half the number of classes. */
static corral_status fill_estimates(struct corral_solver *solver, const corral_poll *poll)
{
    uint32_t count = solver->root.count + 1, classes = solver->board.classes;
    uint32_t length = count > classes + 1 ? count : classes + 1;
    solver->nlogn = corral_allocate(length, sizeof *solver->nlogn);
    solver->estimates = corral_allocate(count, sizeof *solver->estimates);
    if (!solver->nlogn || !solver->estimates)
        return CORRAL_NO_MEMORY;
    corral_status status = corral_nlogn(length, solver->nlogn, poll);
    if (status)
        return status;
    uint64_t log_b = classes > 2 ? solver->nlogn[classes] / classes - ((uint64_t)1 << 32) : 0;
    for (uint32_t n = 0; n < count; n++)
        solver->estimates[n] = n * log_b + solver->nlogn[n];
    return CORRAL_OK;
}

static corral_status copy_numbers(uint32_t **copy, uint32_t *copied, const uint32_t *numbers, uint32_t count)
{
    *copy = corral_allocate(count, sizeof **copy);
    if (!*copy)
        return CORRAL_NO_MEMORY;
    if (count)
        memcpy(*copy, numbers, count * sizeof **copy);
    *copied = count;
    return CORRAL_OK;
}

corral_worker *corral_solver_worker(struct corral_solver *solver, uint32_t i)
{
    if (i < solver->made_count)
        return solver->workers[i];
    corral_worker **grown = corral_grow(solver->workers, i * sizeof *grown, (size_t)i + 1, sizeof *grown);
    if (!grown)
        return NULL;
    solver->workers = grown;
    corral_worker *worker = grown[i] = corral_allocate_zeroed(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->number = i;
    if (corral_worker_make(worker, solver)) {
        corral_worker_clear(worker);
        corral_release(worker);
        return NULL;
    }
    solver->made_count++;
    return worker;
}

static corral_status fill_solver(struct corral_solver *solver, const corral_position *position, uint64_t memory,
                                 const corral_poll *poll)
{
    corral_status status = corral_board_make(&solver->board, position, poll);
    if (!status)
        status = copy_numbers(&solver->history, &solver->history_count, position->history, position->history_count);
    if (!status)
        status = copy_numbers(&solver->opener, &solver->opener_count, position->opener, position->opener_count);
    if (!status)
        status = corral_take_candidates(solver, position, poll);
    if (!status)
        status = fill_estimates(solver, poll);
    if (status)
        return status;
    bool whole = position->whole || (!position->candidates && !position->history_count);
    bool pegs = solver->board.codes && !solver->weights;
    solver->symmetric = pegs && whole;
    solver->sliced = pegs && corral_uses(solver, CORRAL_SLICES);
    solver->normal_form = pegs && corral_uses(solver, CORRAL_NORMAL_FORM);
    if (solver->sliced)
        status = corral_symmetry_make(&solver->symmetry, solver->board.codes,
                                      corral_uses(solver, CORRAL_UNUSED_SYMBOLS),
                                      corral_uses(solver, CORRAL_HISTORY_SYMMETRY), memory / 4, poll);
    if (!status)
        status = corral_memo_make(&solver->memo, memory - memory / 4);
    if (!status)
        status = corral_solver_worker(solver, 0) ? CORRAL_OK : CORRAL_NO_MEMORY;
    return status;
}

corral_status corral_solver_new(const corral_position *position, uint64_t memory, uint32_t without,
                                const corral_poll *poll, corral_solver **solver)
{
    corral_status status = corral_check_position(position);
    if (status)
        return status;
    corral_solver *made = corral_allocate_zeroed(1, sizeof *made);
    if (!made)
        return CORRAL_NO_MEMORY;
    made->without = without;
    made->value = made->lower = CORRAL_FORBIDDEN;
    made->best_guess = NO_CODE;
    made->worker_count = made->threads = 1;
    if (!corral_mutex_make(&made->mutex)) {
        corral_release(made);
        return CORRAL_NO_MEMORY;
    }
    if (!corral_condition_make(&made->changed)) {
        corral_mutex_clear(&made->mutex);
        corral_release(made);
        return CORRAL_NO_MEMORY;
    }
    status = fill_solver(made, position, memory, poll);
    if (status)
        corral_solver_free(made);
    else
        *solver = made;
    return status;
}

void corral_solver_free(corral_solver *solver)
{
    if (!solver)
        return;
    for (uint32_t i = 0; i < solver->made_count; i++) {
        corral_worker_clear(solver->workers[i]);
        corral_release(solver->workers[i]);
    }
    corral_release(solver->workers);
    corral_condition_clear(&solver->changed);
    corral_mutex_clear(&solver->mutex);
    corral_stages_clear(&solver->stages);
    corral_memo_clear(&solver->memo);
    if (solver->sliced)
        corral_symmetry_clear(&solver->symmetry);
    corral_board_clear(&solver->board);
    corral_release(solver->weights);
    corral_release(solver->history);
    corral_release(solver->opener);
    corral_release(solver->candidates);
    corral_release(solver->words);
    corral_release(solver->estimates);
    corral_release(solver->nlogn);
    corral_release(solver);
}

void corral_solver_get_stats(corral_solver *solver, corral_solver_stats *stats)
{
    memo_size memo = corral_memo_size(&solver->memo);
    uint64_t memory = atomic_get(&solver->memory) + atomic_get(&solver->symmetry.memory);
    corral_lock(&solver->mutex);
    *stats = (corral_solver_stats){.nodes = atomic_get(&solver->nodes),
                                   .memo_entries = memo.entries,
                                   .memory = memo.bytes + memory,
                                   .lower = solver->lower,
                                   .value = solver->value};
    corral_unlock(&solver->mutex);
}

/* Runs */

/* Does a step outweigh all steps before it, for however many candidates? So it is where one cost is added to another
   that counts only among equals, and where nothing is paid for a while. */
static bool costs_jump(const struct corral_solver *solver)
{
    const schedule_stage *stages = solver->stages.stages;
    if (stages[0].step == 0)
        return true;
    for (uint32_t s = 1; s <= solver->stages.last; s++)
        if (stages[s].step < CORRAL_FORBIDDEN && stages[s].step > corral_times(stages[s - 1].step, solver->root.count))
            return true;
    return false;
}

/* Is it only asked whether there is a tree? */
static bool costs_nothing(const struct corral_solver *solver)
{
    for (uint32_t s = 0; s <= solver->stages.last; s++)
        if (solver->stages.stages[s].step && solver->stages.stages[s].step < CORRAL_FORBIDDEN)
            return false;
    return true;
}

/* Where late costs outweigh early ones, they arise in the largest parts, which come first then; and bounds tell little
   of sets for which nothing is paid yet. Measured: docs/exact.md. */
static void choose_ways(struct corral_solver *solver)
{
    bool jumps = costs_jump(solver), few_classes = solver->board.classes <= 14;
    solver->largest_first = jumps;
    solver->looks_once = corral_uses(solver, CORRAL_ONE_PASS) && !costs_nothing(solver);
    solver->looks_twice = corral_uses(solver, CORRAL_TWO_LEVEL) && !jumps;
    solver->first_exact = 10;
    solver->largest_pass = 48;
    solver->least_two_level = few_classes ? 120 : 300;
    solver->largest_vertical = few_classes ? 100 : 200;
}

static corral_status prepare_run(struct corral_solver *solver, const corral_schedule *schedule)
{
    corral_stages_clear(&solver->stages);
    corral_lock(&solver->mutex);
    solver->value = CORRAL_FORBIDDEN;
    solver->lower = 0;
    corral_unlock(&solver->mutex);
    solver->best_guess = NO_CODE;
    solver->ended = false;
    uint64_t depth = (uint64_t)solver->root.count + solver->opener_count + 1;
    corral_status status = corral_stages_make(&solver->stages, schedule, depth);
    if (status)
        return status;
    uint64_t most = solver->root.weight > solver->root.count ? solver->root.weight : solver->root.count;
    if (solver->stages.dearest > CORRAL_FORBIDDEN / 2 / (int64_t)most)
        return CORRAL_OVERFLOW;
    choose_ways(solver);
    return CORRAL_OK;
}

/* A schedule that is refused leaves none behind, which a tree could be asked for. */
static corral_status begin_run(struct corral_solver *solver, const corral_schedule *schedule)
{
    corral_status status = prepare_run(solver, schedule);
    if (status)
        corral_stages_clear(&solver->stages);
    return status;
}

static bool has_schedule(const struct corral_solver *solver, const corral_schedule *schedule)
{
    schedule_stages stages = {0};
    bool same = solver->stages.stages &&
                !corral_stages_make(&stages, schedule, (uint64_t)solver->root.count + solver->opener_count + 1) &&
                stages.last == solver->stages.last;
    for (uint32_t s = 0; same && s <= stages.last; s++)
        same = stages.stages[s].step == solver->stages.stages[s].step;
    corral_stages_clear(&stages);
    return same;
}

static void begin_work(struct corral_solver *solver, uint32_t threads, const corral_poll *poll)
{
    corral_worker_begin(solver->workers[0], poll);
    solver->threads = threads > 1 ? threads : 1;
    solver->failure = CORRAL_OK;
}

corral_status corral_solver_begin(struct corral_solver *solver, const corral_schedule *schedule, uint32_t threads,
                                  const corral_poll *poll)
{
    corral_status status = has_schedule(solver, schedule) ? CORRAL_OK : begin_run(solver, schedule);
    if (!status)
        begin_work(solver, threads, poll);
    return status;
}

void corral_solver_rests(struct corral_solver *solver)
{
    corral_worker *worker = solver->workers[0];
    worker->callers_poll = NULL;
    corral_worker_tells(worker);
    solver->threads = 1;
    solver->stop = 0;
}

int64_t corral_play(corral_worker *worker, const code_set *set, uint32_t guesses, int64_t budget)
{
    const struct corral_solver *solver = worker->solver;
    if (guesses < solver->opener_count)
        return corral_play_guess(worker, set, solver->opener[guesses], guesses, budget);
    return corral_search(worker, set, guesses, budget, corral_lower_bound(worker, set, guesses), EXACT, guesses, false);
}

int64_t corral_play_guess(corral_worker *worker, const code_set *set, uint32_t guess, uint32_t guesses, int64_t budget)
{
    struct corral_solver *solver = worker->solver;
    search_node node = {.set = set, .guesses = guesses, .depth = guesses};
    node.frame = corral_worker_frame(worker, guesses, set->count);
    if (!node.frame)
        return 0;
    int64_t sum;
    corral_divide(worker, &node, guess, &sum);
    corral_distribute(worker, &node);
    search_frame *f = node.frame;
    if (f->part_count && corral_stage_of(solver, guesses)->step == CORRAL_FORBIDDEN)
        return CORRAL_FORBIDDEN;
    for (uint32_t i = 0; i < f->part_count; i++) {
        code_set part = corral_part_set(f, &f->parts[i]);
        f->parts[i].lower = corral_lower_bound(worker, &part, guesses + 1);
        sum = corral_add(sum, f->parts[i].lower);
    }
    worker->asked[worker->asked_count++] = guess;
    for (uint32_t i = 0; i < f->part_count && sum < budget && !worker->status; i++) {
        code_set part = corral_part_set(f, &f->parts[i]);
        int64_t left = budget >= CORRAL_FORBIDDEN ? CORRAL_FORBIDDEN : budget - (sum - f->parts[i].lower);
        int64_t cost = corral_play(worker, &part, guesses + 1, left);
        if (cost > f->parts[i].lower)
            sum = cost >= CORRAL_FORBIDDEN ? CORRAL_FORBIDDEN : sum + cost - f->parts[i].lower;
    }
    worker->asked_count--;
    return sum;
}

corral_status corral_solver_run(corral_solver *solver, const corral_schedule *schedule, int64_t budget,
                                uint32_t threads, const corral_poll *poll, corral_outcome *outcome)
{
    if (budget > CORRAL_FORBIDDEN)
        budget = CORRAL_FORBIDDEN;
    corral_status status = begin_run(solver, schedule);
    if (status && status != CORRAL_NO_MEMORY)
        return status;
    *outcome = (corral_outcome){.value = CORRAL_FORBIDDEN, .lower = 0, .ended = false};
    if (status)
        return status;
    corral_worker *worker = solver->workers[0];
    begin_work(solver, threads, poll);
    int64_t cost = corral_play(worker, &solver->root, 0, budget);
    corral_end_jobs(solver);
    corral_solver_rests(solver);
    solver->ended = !worker->status;
    corral_lock(&solver->mutex);
    if (solver->ended)
        solver->value = cost < budget ? cost : CORRAL_FORBIDDEN;
    else if (solver->value >= budget)
        solver->value = CORRAL_FORBIDDEN;
    if (cost > solver->lower || solver->ended)
        solver->lower = cost;
    corral_unlock(&solver->mutex);
    *outcome = (corral_outcome){.value = solver->value, .lower = solver->lower, .ended = solver->ended};
    return solver->failure ? solver->failure : worker->status;
}
