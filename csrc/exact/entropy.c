/* What to ask where nothing more can be gained, or nothing better is known: what brings the most information. The same
   choice as the greedy strategy makes: the least sum of n log n over the parts, then a candidate, then the smallest
   number. */

#include "memory.h"
#include "search.h"

#include <string.h>

typedef struct entropy_choice {
    const corral_worker *worker;
    const code_set *set;
    uint64_t *members; /* by guess, a bit: does it find a candidate that may be chosen? NULL: all that
                          are considered do */
    choice_scope scope;
    uint64_t best;
    uint32_t guess;
    bool is_candidate;
} entropy_choice;

static bool is_member(const entropy_choice *choice, uint32_t guess)
{
    return !choice->members || choice->members[guess / 64] >> guess % 64 & 1;
}

static void add_member(entropy_choice *choice, uint32_t guess)
{
    choice->members[guess / 64] |= (uint64_t)1 << guess % 64;
}

/* The guess after another that finds the same candidate; NO_CODE: the first one, or none left. */
static uint32_t next_member(const corral_board *board, uint32_t code, uint32_t previous)
{
    if (board->matrix)
        return previous == NO_CODE ? board->finder[code] : board->next_finder[previous];
    return previous == NO_CODE ? code : NO_CODE;
}

/* How many candidates may be chosen: the heaviest come first. */
static uint32_t choosable(const entropy_choice *choice)
{
    const corral_board *board = &choice->worker->solver->board;
    const code_set *set = choice->set;
    uint32_t count = 0;
    if (choice->scope != HEAVIEST_CANDIDATE)
        return set->count;
    while (count < set->count && corral_weight(board, set->codes[count]) == set->heaviest)
        count++;
    return count;
}

static bool mark_members(entropy_choice *choice)
{
    const corral_board *board = &choice->worker->solver->board;
    choice->members = corral_allocate_zeroed(board->guesses / 64 + 1u, sizeof *choice->members);
    if (!choice->members)
        return false;
    for (uint32_t i = 0, count = choosable(choice); i < count; i++)
        for (uint32_t g = NO_CODE; (g = next_member(board, choice->set->codes[i], g)) != NO_CODE;)
            add_member(choice, g);
    return true;
}

static void consider(entropy_choice *choice, uint32_t guess, uint64_t value)
{
    bool is_candidate = is_member(choice, guess);
    if (choice->scope != ANY_GUESS && !is_candidate)
        return;
    bool better = value != choice->best                  ? value < choice->best
                  : is_candidate != choice->is_candidate ? is_candidate
                                                         : guess < choice->guess;
    if (!better)
        return;
    choice->best = value;
    choice->guess = guess;
    choice->is_candidate = is_candidate;
}

static void score_list(corral_worker *worker, entropy_choice *choice, search_node *node)
{
    const corral_codes *codes = worker->solver->board.codes;
    const code_set *set = choice->set;
    node->frame = corral_worker_frame(worker, node->depth, set->count);
    if (!node->frame || !corral_node_list(worker, node))
        return;
    if (set->count > LANES_MAX_CANDIDATES)
        worker->status = corral_guesses_group(node->list, codes, &worker->poll);
    uint64_t *values = corral_allocate(node->list->count, sizeof *values);
    corral_scores scores = {.nlogn = values};
    if (!values)
        worker->status = CORRAL_NO_MEMORY;
    if (!worker->status)
        worker->status = corral_score(codes, node->list, set->codes, set->count, &scores, &worker->poll);
    for (uint32_t i = 0; !worker->status && i < node->list->count; i++)
        consider(choice, corral_guess_number(node->list, i), values[i]);
    corral_release(values);
}

static void score(corral_worker *worker, entropy_choice *choice, search_frame *f, uint32_t guess)
{
    const struct corral_solver *solver = worker->solver;
    const code_set *set = choice->set;
    uint32_t sizes[MAX_PARTS] = {0};
    uint64_t value = 0;
    corral_board_classify(&solver->board, set, guess, f->classes);
    for (uint32_t i = 0; i < set->count; i++)
        sizes[f->classes[i]]++;
    for (uint32_t class = 0; class < solver->board.classes; class++)
        value += solver->nlogn[sizes[class]];
    consider(choice, guess, value);
    corral_worker_stops(worker, (uint64_t)set->count * PLAIN_WORK);
}

/* Guess by guess. */
static void score_each(corral_worker *worker, entropy_choice *choice, uint32_t depth)
{
    const corral_board *board = &worker->solver->board;
    search_frame *f = corral_worker_frame(worker, depth, choice->set->count);
    if (choice->scope == ANY_GUESS && !board->consistent) {
        for (uint32_t guess = 0; guess < board->guesses && !worker->status; guess++)
            score(worker, choice, f, guess);
        return;
    }
    for (uint32_t i = 0, count = choosable(choice); i < count; i++)
        for (uint32_t g = NO_CODE; !worker->status && (g = next_member(board, choice->set->codes[i], g)) != NO_CODE;)
            score(worker, choice, f, g);
}

uint32_t corral_entropy_choice(corral_worker *worker, const code_set *set, uint32_t guesses, choice_scope scope,
                               uint32_t depth)
{
    entropy_choice choice = {.worker = worker, .set = set, .scope = scope, .best = UINT64_MAX, .guess = NO_CODE};
    if (scope != ANY_CANDIDATE && !mark_members(&choice)) {
        worker->status = CORRAL_NO_MEMORY;
        return NO_CODE;
    }
    search_node node = {.set = set, .guesses = guesses, .depth = depth};
    if (worker->solver->sliced && scope != ANY_CANDIDATE)
        score_list(worker, &choice, &node);
    else
        score_each(worker, &choice, depth);
    corral_release(choice.members);
    return worker->status ? NO_CODE : choice.guess;
}
