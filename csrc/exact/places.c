/* Parts of a run that are done apart: at a place of the tree, of which only the answers that lead to it are known. */

#include "jobs.h"
#include "look.h"
#include "memory.h"

/* The candidates that are left at a place, in the frames above it; the guesses on the way are asked. */
static corral_status go_to(corral_worker *worker, corral_path path, code_set *set)
{
    const struct corral_solver *solver = worker->solver;
    *set = solver->root;
    for (uint32_t depth = 0; depth < path.count; depth++) {
        const corral_step *step = &path.steps[depth];
        bool forced = depth < solver->opener_count;
        if (step->guess >= solver->board.guesses || (forced && step->guess != solver->opener[depth]))
            return CORRAL_INVALID;
        code_set above = *set;
        search_node node = {.set = &above, .guesses = depth, .depth = depth};
        node.frame = corral_worker_frame(worker, depth, above.count);
        if (!node.frame)
            return worker->status;
        int64_t paid;
        corral_divide(worker, &node, step->guess, &paid);
        corral_distribute(worker, &node);
        const search_frame *f = node.frame;
        uint32_t part = 0;
        while (part < f->part_count && f->parts[part].label != step->label)
            part++;
        if (part == f->part_count)
            return CORRAL_INVALID;
        *set = corral_part_set(f, &f->parts[part]);
        if (!forced && set->count == above.count)
            return CORRAL_INVALID; /* costs are only known to be small where every guess tells something */
        worker->asked[worker->asked_count++] = step->guess;
    }
    return CORRAL_OK;
}

static bool may_be_asked(const struct corral_solver *solver, uint32_t depth, uint32_t guess)
{
    return guess == CORRAL_ANY_GUESS ||
           (guess < solver->board.guesses && (depth >= solver->opener_count || guess == solver->opener[depth]));
}

static corral_status list_guesses(corral_worker *worker, const code_set *set, uint32_t depth,
                                  corral_bounded_guess **guesses, uint32_t *count)
{
    search_node node = {.set = set, .guesses = depth, .depth = depth};
    int64_t least;
    if (!corral_node_open(worker, &node, CORRAL_FORBIDDEN, LIST_GUESSES, &least))
        return worker->status;
    corral_bounded_guess *list = NULL;
    search_option option;
    uint32_t used = 0, capacity = 0;
    while (corral_node_next(worker, &node, CORRAL_FORBIDDEN, false, &option)) {
        if (used == capacity) {
            uint32_t wanted = capacity ? 2 * capacity : 64;
            corral_bounded_guess *grown = corral_grow(list, used * sizeof *list, wanted, sizeof *list);
            if (!grown) {
                worker->status = CORRAL_NO_MEMORY;
                break;
            }
            list = grown;
            capacity = wanted;
        }
        list[used++] = (corral_bounded_guess){.guess = option.guess, .lower = option.lower};
    }
    if (worker->status) {
        corral_release(list);
        return worker->status;
    }
    *guesses = list;
    *count = used;
    return CORRAL_OK;
}

corral_status corral_solver_guesses(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                    const corral_poll *poll, corral_bounded_guess **guesses, uint32_t *count)
{
    corral_status status = corral_solver_begin(solver, schedule, 1, poll);
    if (status)
        return status;
    corral_worker *worker = solver->workers[0];
    code_set set;
    status = go_to(worker, path, &set);
    if (!status)
        status = set.count > 1 ? list_guesses(worker, &set, path.count, guesses, count) : CORRAL_INVALID;
    corral_solver_rests(solver);
    return status;
}

/* What the best tree costs that begins with a guess, of which nothing is known from a look. */
static int64_t try_guess(corral_worker *worker, const code_set *set, uint32_t depth, uint32_t guess, int64_t budget)
{
    const struct corral_solver *solver = worker->solver;
    search_node node = {.set = set, .guesses = depth, .depth = depth};
    if (depth < solver->opener_count)
        return corral_play_guess(worker, set, guess, depth, budget);
    node.frame = corral_worker_frame(worker, depth, set->count);
    if (!node.frame || !corral_look_measure(worker, &node, &(most_parts){MAX_PARTS, MAX_PARTS}))
        return 0;
    return corral_evaluate(worker, &node, guess, budget, EXACT);
}

corral_status corral_solver_try(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                uint32_t guess, int64_t budget, uint32_t threads, const corral_poll *poll,
                                corral_outcome *outcome)
{
    corral_status status = corral_solver_begin(solver, schedule, threads, poll);
    if (status)
        return status;
    corral_worker *worker = solver->workers[0];
    uint32_t depth = path.count;
    code_set set;
    status = may_be_asked(solver, depth, guess) ? go_to(worker, path, &set) : CORRAL_INVALID;
    if (status) {
        corral_solver_rests(solver);
        return status;
    }
    budget = budget < CORRAL_FORBIDDEN ? budget : CORRAL_FORBIDDEN;
    int64_t cost = guess == CORRAL_ANY_GUESS ? corral_play(worker, &set, depth, budget)
                                             : try_guess(worker, &set, depth, guess, budget);
    corral_end_jobs(solver);
    bool ended = !worker->status;
    *outcome = (corral_outcome){
        .value = ended && cost < budget ? cost : CORRAL_FORBIDDEN, .lower = cost, .ended = ended};
    status = solver->failure ? solver->failure : worker->status;
    corral_solver_rests(solver);
    return status;
}

corral_status corral_solver_branch(corral_solver *solver, const corral_schedule *schedule, corral_path path,
                                   uint32_t guess, bool solved, const corral_poll *poll, corral_tree **tree)
{
    corral_status status = corral_solver_begin(solver, schedule, 1, poll);
    if (status)
        return status;
    corral_worker *worker = solver->workers[0];
    code_set set;
    status = may_be_asked(solver, path.count, guess) ? go_to(worker, path, &set) : CORRAL_INVALID;
    if (!status)
        status = corral_extract(worker, &set, path.count, guess, solved, tree);
    corral_solver_rests(solver);
    return status;
}

void corral_free(void *array)
{
    corral_release(array);
}
