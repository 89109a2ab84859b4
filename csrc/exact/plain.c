/* The look at a game without bit lanes, and at weighted candidates: guess by guess, by what each of them makes of the
   candidates (see look.c). */

#include "look.h"

#include <string.h>

typedef struct plain_look {
    uint32_t sizes[MAX_PARTS];
    uint32_t parts;
    bool wins;
} plain_look;

static void look_at(const corral_board *board, const code_set *set, uint32_t guess, uint8_t *classes, plain_look *look)
{
    memset(look, 0, sizeof *look);
    corral_board_classify(board, set, guess, classes);
    for (uint32_t i = 0; i < set->count; i++)
        look->sizes[classes[i]]++;
    for (uint32_t class = 0; class < board->classes; class++)
        look->parts += look->sizes[class] > 0;
    look->wins = look->sizes[board->classes - 1];
}

/* The bound of weighted candidates: each part is bounded by its heaviest first (see bound.c). */
static int64_t weighted_lower(const corral_worker *worker, const search_node *node, const plain_look *look,
                              const uint8_t *classes, const int64_t *ideal)
{
    const struct corral_solver *solver = worker->solver;
    const code_set *set = node->set;
    uint32_t seen[MAX_PARTS] = {0}, win = solver->board.classes - 1;
    uint64_t unfound = set->weight;
    int64_t sum = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        uint64_t weight = corral_weight(&solver->board, set->codes[i]);
        if (classes[i] == win) {
            unfound -= weight;
            continue;
        }
        int64_t cost = ideal[seen[classes[i]]++];
        if (cost >= CORRAL_FORBIDDEN)
            return CORRAL_FORBIDDEN;
        sum += cost * (int64_t)weight;
    }
    (void)look;
    return corral_add(sum, corral_times(corral_stage_of(solver, node->guesses)->step, unfound));
}

static int64_t plain_lower(const corral_worker *worker, const search_node *node, const plain_look *look,
                           search_option *option)
{
    const struct corral_solver *solver = worker->solver;
    int64_t lower = corral_times(corral_stage_of(solver, node->guesses)->step, node->set->count - look->wins);
    for (uint32_t class = 0; class + 1 < solver->board.classes; class++) {
        lower = corral_add(lower, node->table->least[look->sizes[class]]);
        option->estimate += solver->estimates[look->sizes[class]];
    }
    return lower;
}

/* How many guesses there are to look at, and which. */
static uint32_t plain_count(const corral_worker *worker, const search_node *node)
{
    return worker->solver->board.consistent ? node->set->count : worker->solver->board.guesses;
}

/* With consistent guesses in a matrix, several may find the same secret. */
static uint32_t plain_guess(const corral_board *board, const search_node *node, uint32_t i, uint32_t previous)
{
    if (!board->consistent)
        return previous == NO_CODE ? i : NO_CODE;
    if (board->codes)
        return previous == NO_CODE ? node->set->codes[i] : NO_CODE;
    return previous == NO_CODE ? board->finder[node->set->codes[i]] : board->next_finder[previous];
}

bool corral_look_plain(corral_worker *worker, search_node *node, int64_t budget, look_purpose purpose,
                       int64_t *least)
{
    struct corral_solver *solver = worker->solver;
    const corral_board *board = &solver->board;
    search_frame *f = node->frame;
    uint32_t count = plain_count(worker, node);
    const int64_t *ideal = NULL;
    plain_look look;
    most_parts most = {0, 0};
    if (board->weights) {
        ideal = corral_bound_ideal(&solver->bounds, corral_stage_after(&solver->stages, node->guesses + 1),
                                   node->set->count);
        if (!ideal) {
            worker->status = CORRAL_NO_MEMORY;
            return false;
        }
    } else {
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t g = plain_guess(board, node, i, NO_CODE); g != NO_CODE; g = plain_guess(board, node, i, g)) {
                look_at(board, node->set, g, f->classes, &look);
                uint32_t *larger = look.wins ? &most.wins : &most.others;
                *larger = look.parts > *larger ? look.parts : *larger;
                if (corral_worker_stops(worker, (uint64_t)node->set->count * 16))
                    return false;
            }
    }
    if (!corral_look_measure(worker, node, &most))
        return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t g = plain_guess(board, node, i, NO_CODE); g != NO_CODE; g = plain_guess(board, node, i, g)) {
            look_at(board, node->set, g, f->classes, &look);
            if (corral_worker_stops(worker, (uint64_t)node->set->count * 16))
                return false;
            if (look.parts == 1 && !look.wins)
                continue;
            search_option option = {.guess = g, .wins = look.wins};
            option.lower = plain_lower(worker, node, &look, &option);
            if (ideal)
                option.lower = weighted_lower(worker, node, &look, f->classes, ideal);
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
