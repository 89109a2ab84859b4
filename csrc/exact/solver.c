/* The life of a solver: what it is made of, its runs, its poll. */

#include "memory.h"
#include "search.h"
#include "slices.h"

#include <string.h>

/* Worker */

bool corral_worker_reserve(corral_worker *worker, void *buffer, size_t *held, size_t wanted, size_t size)
{
    void *block;
    if (wanted <= *held)
        return true;
    memcpy(&block, buffer, sizeof block);
    size_t count = 2 * *held > wanted ? 2 * *held : wanted;
    void *larger = corral_allocate(count, size);
    if (!larger) {
        worker->status = CORRAL_NO_MEMORY;
        return false;
    }
    corral_release(block);
    memcpy(buffer, &larger, sizeof larger);
    worker->memory += (count - *held) * size;
    *held = count;
    return true;
}

static void release_frame(search_frame *frame)
{
    if (!frame)
        return;
    corral_release(frame->classes);
    corral_release(frame->codes);
    corral_release(frame->words);
    corral_release(frame->own);
    corral_release(frame->parts);
    corral_release(frame->options);
    corral_release(frame->planes);
    corral_guesses_free(frame->own_list);
    corral_release(frame);
}

static search_frame *new_frame(const corral_board *board, uint32_t capacity)
{
    search_frame *frame = corral_allocate_zeroed(1, sizeof *frame);
    if (!frame)
        return NULL;
    frame->capacity = capacity;
    frame->classes = corral_allocate(capacity, sizeof *frame->classes);
    frame->codes = corral_allocate(capacity, sizeof *frame->codes);
    frame->parts = corral_allocate(board->classes, sizeof *frame->parts);
    bool enough = frame->classes && frame->codes && frame->parts;
    if (board->has_words) {
        frame->words = corral_allocate(capacity, sizeof *frame->words);
        enough = enough && frame->words;
    }
    if (board->consistent) {
        frame->own = corral_allocate(capacity, sizeof *frame->own);
        enough = enough && frame->own;
    }
    if (enough)
        return frame;
    release_frame(frame);
    return NULL;
}

search_frame *corral_worker_frame(corral_worker *worker, uint32_t depth, uint32_t count)
{
    if (depth >= MAX_DEPTH) {
        worker->status = CORRAL_TOO_LARGE;
        return NULL;
    }
    search_frame *frame = worker->frames[depth];
    if (frame && frame->capacity >= count)
        return frame;
    uint32_t capacity = frame && 2 * frame->capacity > count ? 2 * frame->capacity : count;
    release_frame(frame);
    frame = worker->frames[depth] = new_frame(&worker->solver->board, capacity);
    if (!frame)
        worker->status = CORRAL_NO_MEMORY;
    else
        worker->memory += capacity * (sizeof(uint32_t) + sizeof(code_words) + 1);
    return frame;
}

static void clear_worker(corral_worker *worker)
{
    for (int depth = 0; depth < MAX_DEPTH; depth++)
        release_frame(worker->frames[depth]);
    corral_release(worker->asked);
    corral_release(worker->cache);
    corral_release(worker->tokens);
    corral_release(worker->sizes);
    corral_release(worker->kept);
    corral_release(worker->alike);
    corral_release(worker->alike_start);
    corral_release(worker->mixed);
    corral_release(worker->vertical);
    corral_release(worker->numbers);
}

static bool ask_caller(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    const corral_worker *worker = context;
    return corral_stopped(worker->callers_poll, worker->nodes, 0);
}

static corral_status make_worker(corral_worker *worker, struct corral_solver *solver)
{
    worker->solver = solver;
    worker->poll = (corral_poll){.stop = ask_caller, .context = worker};
    worker->effort_limit = UINT64_MAX;
    worker->asked_count = solver->history_count;
    worker->asked =
        corral_allocate((size_t)solver->history_count + solver->opener_count + MAX_DEPTH + 1, sizeof *worker->asked);
    worker->cache = corral_allocate_zeroed((size_t)1 << CACHE_BITS, sizeof *worker->cache);
    worker->alike_start = corral_allocate(VERTICAL_MAX_CANDIDATES + 1, sizeof *worker->alike_start);
    if (!worker->asked || !worker->cache || !worker->alike_start)
        return CORRAL_NO_MEMORY;
    if (solver->history_count)
        memcpy(worker->asked, solver->history, solver->history_count * sizeof *worker->asked);
    return CORRAL_OK;
}

/* Solver */

static corral_status check_position(const corral_position *position)
{
    if (!position->codes == !position->matrix)
        return CORRAL_INVALID;
    uint32_t guesses = position->codes ? position->codes->count : position->matrix->guesses;
    uint32_t secrets = position->codes ? position->codes->count : position->matrix->secrets;
    if (position->candidates && (!position->count || position->count > secrets))
        return CORRAL_INVALID;
    for (uint32_t i = 0; position->candidates && i < position->count; i++)
        if (position->candidates[i] >= secrets || (i && position->candidates[i] <= position->candidates[i - 1]))
            return CORRAL_INVALID;
    for (uint32_t i = 0; i < position->history_count; i++)
        if (position->history[i] >= guesses)
            return CORRAL_INVALID;
    for (uint32_t i = 0; i < position->opener_count; i++)
        if (position->opener[i] >= guesses)
            return CORRAL_INVALID;
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

/* Weights by secret, unless all are 1. */
static corral_status take_weights(struct corral_solver *solver, const corral_position *position)
{
    const uint32_t *candidates = solver->candidates;
    uint32_t count = solver->root.count;
    uint64_t sum = 0, heaviest = 0;
    bool alike = true;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t weight = position->weights ? position->weights[i] : 1;
        if (weight >= (uint64_t)CORRAL_FORBIDDEN - sum)
            return CORRAL_TOO_LARGE;
        sum += weight;
        heaviest = weight > heaviest ? weight : heaviest;
        alike = alike && weight == 1;
    }
    solver->root.weight = sum;
    solver->root.heaviest = heaviest;
    if (alike)
        return CORRAL_OK;
    solver->weights = corral_allocate_zeroed(solver->board.secrets, sizeof *solver->weights);
    if (!solver->weights)
        return CORRAL_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        solver->weights[candidates[i]] = position->weights[i];
    solver->board.weights = solver->weights;
    return CORRAL_OK;
}

/* Merge two runs, the heavier first; of equal weights the left one. */
static void merge(const uint64_t *weights, const uint32_t *from, uint32_t *to, size_t left, size_t right, size_t end)
{
    for (size_t i = left, j = right, k = left; k < end; k++) {
        bool take_left = i < right && (j == end || weights[from[i]] >= weights[from[j]]);
        to[k] = from[take_left ? i++ : j++];
    }
}

static corral_status sort_by_weight(struct corral_solver *solver)
{
    size_t count = solver->root.count;
    uint32_t *scratch = corral_allocate(count, sizeof *scratch);
    if (!scratch)
        return CORRAL_NO_MEMORY;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t left = 0; left < count; left += 2 * width) {
            size_t right = left + width < count ? left + width : count;
            size_t end = right + width < count ? right + width : count;
            merge(solver->weights, solver->candidates, scratch, left, right, end);
        }
        memcpy(solver->candidates, scratch, count * sizeof *scratch);
    }
    corral_release(scratch);
    return CORRAL_OK;
}

static corral_status take_candidates(struct corral_solver *solver, const corral_position *position)
{
    uint32_t count = position->candidates ? position->count : solver->board.secrets;
    solver->candidates = corral_allocate(count, sizeof *solver->candidates);
    if (!solver->candidates)
        return CORRAL_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        solver->candidates[i] = position->candidates ? position->candidates[i] : i;
    solver->root.count = count;
    corral_status status = take_weights(solver, position);
    if (!status && solver->weights)
        status = sort_by_weight(solver);
    if (!status && solver->board.has_words) {
        solver->words = corral_allocate(count, sizeof *solver->words);
        status = solver->words ? CORRAL_OK : CORRAL_NO_MEMORY;
        for (uint32_t i = 0; !status && i < count; i++)
            solver->words[i] = corral_words_of(position->codes, solver->candidates[i]);
    }
    solver->root.codes = solver->candidates;
    solver->root.words = solver->words;
    return status;
}

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

static corral_status fill_solver(struct corral_solver *solver, const corral_position *position, uint64_t memory,
                                 const corral_poll *poll)
{
    corral_status status = corral_board_make(&solver->board, position);
    if (!status)
        status = copy_numbers(&solver->history, &solver->history_count, position->history, position->history_count);
    if (!status)
        status = copy_numbers(&solver->opener, &solver->opener_count, position->opener, position->opener_count);
    if (!status)
        status = take_candidates(solver, position);
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
        status = make_worker(&solver->worker, solver);
    return status;
}

corral_status corral_solver_new(const corral_position *position, uint64_t memory, uint32_t without,
                                const corral_poll *poll, corral_solver **solver)
{
    corral_status status = check_position(position);
    if (status)
        return status;
    corral_solver *made = corral_allocate_zeroed(1, sizeof *made);
    if (!made)
        return CORRAL_NO_MEMORY;
    made->without = without;
    made->value = made->lower = CORRAL_FORBIDDEN;
    made->best_guess = NO_CODE;
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
    clear_worker(&solver->worker);
    corral_bounds_clear(&solver->bounds);
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

void corral_solver_get_stats(const corral_solver *solver, corral_solver_stats *stats)
{
    const corral_memo *memo = &solver->memo;
    *stats = (corral_solver_stats){.nodes = solver->worker.nodes,
                                   .memo_entries = memo->used,
                                   .memory = memo->count * sizeof *memo->cells + solver->symmetry.memory +
                                             solver->bounds.memory + solver->worker.memory,
                                   .lower = solver->lower,
                                   .value = solver->value};
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
    corral_bounds_clear(&solver->bounds);
    corral_stages_clear(&solver->stages);
    solver->value = CORRAL_FORBIDDEN;
    solver->lower = 0;
    solver->best_guess = NO_CODE;
    solver->ended = false;
    uint64_t depth = (uint64_t)solver->root.count + solver->opener_count + 1;
    corral_status status = corral_stages_make(&solver->stages, schedule, depth);
    if (status)
        return status;
    uint64_t most = solver->root.weight > solver->root.count ? solver->root.weight : solver->root.count;
    if (solver->stages.dearest > CORRAL_FORBIDDEN / 2 / (int64_t)most)
        return CORRAL_TOO_LARGE;
    choose_ways(solver);
    return corral_bounds_make(&solver->bounds, &solver->stages, solver->board.classes);
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

corral_status corral_solver_resume(struct corral_solver *solver, const corral_schedule *schedule)
{
    return has_schedule(solver, schedule) ? CORRAL_OK : begin_run(solver, schedule);
}

/* The cost of a set while the opener is played, then of the search. */
static int64_t play_opener(corral_worker *worker, const code_set *set, uint32_t guesses, int64_t budget)
{
    struct corral_solver *solver = worker->solver;
    bound_branching any = {solver->board.classes, solver->board.classes - 1};
    if (guesses >= solver->opener_count)
        return corral_search(worker, set, guesses, budget, any, EXACT, guesses, false);
    search_node node = {.set = set, .guesses = guesses, .depth = guesses};
    node.frame = corral_worker_frame(worker, guesses, set->count);
    if (!node.frame)
        return 0;
    uint32_t guess = solver->opener[guesses];
    int64_t sum;
    corral_divide(worker, &node, guess, &sum);
    corral_distribute(worker, &node);
    search_frame *f = node.frame;
    if (f->part_count && corral_stage_of(solver, guesses)->step == CORRAL_FORBIDDEN)
        return CORRAL_FORBIDDEN;
    for (uint32_t i = 0; i < f->part_count; i++) {
        code_set part = corral_part_set(f, &f->parts[i]);
        f->parts[i].lower = part.count > 1 ? corral_lower_bound(worker, &part, guesses + 1, any) : 0;
        sum = corral_add(sum, f->parts[i].lower);
    }
    worker->asked[worker->asked_count++] = guess;
    for (uint32_t i = 0; i < f->part_count && sum < budget && !worker->status; i++) {
        code_set part = corral_part_set(f, &f->parts[i]);
        int64_t left = budget >= CORRAL_FORBIDDEN ? CORRAL_FORBIDDEN : budget - (sum - f->parts[i].lower);
        int64_t cost = play_opener(worker, &part, guesses + 1, left);
        if (cost > f->parts[i].lower)
            sum = cost >= CORRAL_FORBIDDEN ? CORRAL_FORBIDDEN : sum + cost - f->parts[i].lower;
    }
    worker->asked_count--;
    return sum;
}

corral_status corral_solver_run(corral_solver *solver, const corral_schedule *schedule, int64_t budget,
                                const corral_poll *poll, corral_outcome *outcome)
{
    corral_worker *worker = &solver->worker;
    if (budget > CORRAL_FORBIDDEN)
        budget = CORRAL_FORBIDDEN;
    corral_status status = begin_run(solver, schedule);
    if (status && status != CORRAL_NO_MEMORY)
        return status;
    *outcome = (corral_outcome){.value = CORRAL_FORBIDDEN, .lower = 0, .ended = false};
    if (status)
        return status;
    worker->status = CORRAL_OK;
    worker->callers_poll = poll;
    worker->asked_count = solver->history_count;
    int64_t cost = play_opener(worker, &solver->root, 0, budget);
    worker->callers_poll = NULL;
    solver->ended = !worker->status;
    if (solver->ended)
        solver->value = cost < budget ? cost : CORRAL_FORBIDDEN;
    else if (solver->value >= budget)
        solver->value = CORRAL_FORBIDDEN;
    if (cost > solver->lower || solver->ended)
        solver->lower = cost;
    *outcome = (corral_outcome){.value = solver->value, .lower = solver->lower, .ended = solver->ended};
    return worker->status;
}
