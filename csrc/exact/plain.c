/* The look at a game without bit lanes, and at weighted candidates: guess by guess, by what each of them makes of the
   candidates (see look.c). */

#include "look.h"

#include <string.h>

typedef struct plain_look {
    uint32_t sizes[MAX_PARTS];
    uint32_t parts;
    bool wins;
} plain_look;

/* False if the search was stopped. */
static bool look_at(corral_worker *worker, const search_node *node, uint32_t guess, plain_look *look)
{
    const corral_board *board = &worker->solver->board;
    const uint8_t *classes = node->frame->classes;
    memset(look, 0, sizeof *look);
    corral_board_classify(board, node->set, guess, node->frame->classes);
    for (uint32_t i = 0; i < node->set->count; i++)
        look->sizes[classes[i]]++;
    for (uint32_t class = 0; class < board->classes; class++)
        look->parts += look->sizes[class] > 0;
    look->wins = look->sizes[board->classes - 1];
    return !corral_worker_stops(worker, (uint64_t)node->set->count * PLAIN_WORK);
}

/* The bound of weighted candidates: each part is bounded by its heaviest first (see bound.c). */
static int64_t weighted_lower(const corral_worker *worker, const search_node *node, const bound_table *ideal)
{
    const struct corral_solver *solver = worker->solver;
    const code_set *set = node->set;
    const uint8_t *classes = node->frame->classes;
    uint32_t seen[MAX_PARTS] = {0}, win = solver->board.classes - 1;
    uint64_t unfound = set->weight;
    int64_t sum = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        uint64_t weight = corral_weight(&solver->board, set->codes[i]);
        if (classes[i] == win) {
            unfound -= weight;
            continue;
        }
        int64_t cost = ideal->least[seen[classes[i]]++];
        if (cost >= CORRAL_FORBIDDEN)
            return CORRAL_FORBIDDEN;
        sum += cost * (int64_t)weight;
    }
    return corral_add(sum, corral_times(corral_stage_of(solver, node->guesses)->step, unfound));
}

static int64_t plain_lower(const corral_worker *worker, const search_node *node, const plain_look *look)
{
    const struct corral_solver *solver = worker->solver;
    int64_t lower = corral_times(corral_stage_of(solver, node->guesses)->step, node->set->count - look->wins);
    for (uint32_t class = 0; class + 1 < solver->board.classes; class++)
        lower = corral_add(lower, node->table->least[look->sizes[class]]);
    return lower;
}

static uint64_t plain_estimate(const struct corral_solver *solver, const plain_look *look)
{
    uint64_t estimate = 0;
    for (uint32_t class = 0; class + 1 < solver->board.classes; class++)
        estimate += solver->estimates[look->sizes[class]];
    return estimate;
}

/* The guess after another, NO_CODE: the first one, or none left. `*at` is the place in the list of all guesses, or of
   the candidates if only those may be asked; in a matrix several guesses may find the same candidate. */
static uint32_t next_guess(const corral_board *board, const search_node *node, uint32_t *at, uint32_t previous)
{
    if (previous != NO_CODE && board->matrix && board->consistent && board->next_finder[previous] != NO_CODE)
        return board->next_finder[previous];
    *at = previous == NO_CODE ? 0 : *at + 1;
    if (!board->consistent)
        return *at < board->guesses ? *at : NO_CODE;
    if (*at == node->set->count)
        return NO_CODE;
    return board->codes ? node->set->codes[*at] : board->finder[node->set->codes[*at]];
}

static bool measure(corral_worker *worker, search_node *node)
{
    const corral_board *board = &worker->solver->board;
    most_parts most = {0, 0};
    plain_look look;
    for (uint32_t at = 0, g = NO_CODE; (g = next_guess(board, node, &at, g)) != NO_CODE;) {
        if (!look_at(worker, node, g, &look))
            return false;
        uint32_t *larger = look.wins ? &most.wins : &most.others;
        *larger = look.parts > *larger ? look.parts : *larger;
    }
    return corral_look_measure(worker, node, &most);
}

bool corral_look_plain(corral_worker *worker, search_node *node, int64_t budget, look_purpose purpose,
                       int64_t *least)
{
    const struct corral_solver *solver = worker->solver;
    const corral_board *board = &solver->board;
    search_frame *f = node->frame;
    const bound_table *ideal = NULL;
    plain_look look;
    if (board->weights) {
        node->branching = (bound_branching){board->classes, board->classes - 1};
        uint32_t stage = corral_stage_after(&solver->stages, node->guesses + 1);
        worker->status = corral_bound_of_weights(&worker->bounds, stage, node->set->count, &worker->poll, &ideal);
        if (worker->status)
            return false;
    } else if (!measure(worker, node)) {
        return false;
    }
    for (uint32_t at = 0, g = NO_CODE; (g = next_guess(board, node, &at, g)) != NO_CODE;) {
        if (!look_at(worker, node, g, &look))
            return false;
        if (look.parts == 1 && !look.wins)
            continue;
        search_option option = {.guess = g, .wins = look.wins, .estimate = plain_estimate(solver, &look)};
        option.lower = ideal ? weighted_lower(worker, node, ideal) : plain_lower(worker, node, &look);
        if (purpose != LIST_GUESSES || option.lower >= budget)
            node->dropped = option.lower < node->dropped ? option.lower : node->dropped;
        else if (corral_look_reserve(worker, f, f->option_count + 1))
            f->options[f->option_count++] = option;
        if (worker->status)
            return false;
    }
    *least = corral_look_least(node);
    return true;
}
