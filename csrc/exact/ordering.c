/* Which guess to try next.

   Small sets: levels are listed one by one, the best bound first, when they are wanted; mostly the first few are
   enough. Within a level, guesses with more equal parts come first.

   Larger sets: in the order of an estimate, by which every candidate in a part of n costs 1 + log n / log b more
   guesses, b being half the number of classes.

   Few of the guesses on a list are tried, so it is not sorted but kept as a heap. Whenever the budget has fallen, those
   that no longer keep to it are dropped, and the heap is made again; when it is known for the first time what the set
   may cost, bounds are raised (raising.c) before.

   Guesses that follow each other lead to many of the same sets, which two threads would both search. So a helper takes
   one of those that come late, each from another place of the heap. */

#include "look.h"
#include "portability.h"

enum { SORTED_FROM = 14, SINK_WORK = 16 };

/* The lanes of a word that are on a level. */
static uint64_t on_level(const uint64_t *planes, uint32_t word, const option_level *level)
{
    uint64_t lanes = planes[WINS_PLANE * SLICE_WORDS + word];
    lanes = level->wins ? lanes : ~lanes;
    for (int plane = 0; plane < WINS_PLANE; plane++) {
        uint64_t bits = planes[plane * SLICE_WORDS + (int)word];
        lanes &= level->parts >> plane & 1 ? bits : ~bits;
    }
    return lanes;
}

/* The sum of the squares of the parts. */
static uint64_t unevenness(const corral_board *board, const code_set *set, uint32_t guess, uint8_t *classes)
{
    uint16_t sizes[MAX_PARTS] = {0};
    uint64_t sum = 0;
    corral_board_classify(board, set, guess, classes);
    for (uint32_t i = 0; i < set->count; i++)
        sum += 2u * sizes[classes[i]]++ + 1u;
    return sum;
}

static bool comes_before(const search_node *node, uint32_t i, uint32_t j)
{
    const search_option *x = &node->frame->options[i], *y = &node->frame->options[j];
    if (node->by_bound && x->lower != y->lower)
        return x->lower < y->lower;
    if (x->estimate != y->estimate)
        return x->estimate < y->estimate;
    if (x->wins != y->wins)
        return x->wins;
    return x->guess < y->guess;
}

/* Let an option sink to its place in the heap, in which no option comes before the one at half its position. */
static void sink(const search_node *node, uint32_t i)
{
    search_option *options = node->frame->options;
    uint32_t count = node->frame->option_count;
    for (uint32_t child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && comes_before(node, child + 1, child))
            child++;
        if (!comes_before(node, child, i))
            return;
        search_option swap = options[i];
        options[i] = options[child];
        options[child] = swap;
    }
}

static void estimate_options(corral_worker *worker, const search_node *node)
{
    search_frame *f = node->frame;
    for (uint32_t i = 0; i < f->option_count && !corral_worker_stops(worker, node->set->count); i++)
        f->options[i].estimate = unevenness(&worker->solver->board, node->set, f->options[i].guess, worker->classes);
}

/* Drop the options that do not keep to the budget, and make a heap of the others. False if the search was stopped. */
static bool prepare(corral_worker *worker, search_node *node, int64_t budget)
{
    search_frame *f = node->frame;
    if (budget < CORRAL_FORBIDDEN && !node->raised) {
        corral_node_raise(worker, node, budget);
        node->raised = true;
    }
    if (corral_worker_stops(worker, f->option_count))
        return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->option_count; i++)
        if (f->options[i].lower < budget)
            f->options[kept++] = f->options[i];
        else if (f->options[i].lower < node->dropped)
            node->dropped = f->options[i].lower;
    f->option_count = kept;
    if (node->by_level && !node->estimated && node->set->count > SORTED_FROM && kept > 1)
        estimate_options(worker, node);
    node->estimated = true;
    for (uint32_t i = kept / 2; i-- > 0;) {
        sink(node, i);
        if (corral_worker_stops(worker, SINK_WORK))
            return false;
    }
    node->budget = budget;
    return true;
}

/* List the guesses of the next level. */
static bool list_level(corral_worker *worker, search_node *node, int64_t budget)
{
    search_frame *f = node->frame;
    if (node->next_level == f->level_count || f->levels[node->next_level].lower >= budget)
        return false;
    const option_level *level = &f->levels[node->next_level++];
    node->raised = node->estimated = false;
    node->budget = -1;
    for (uint32_t base = 0; base < node->list->count; base += 64) {
        uint32_t block = base / SLICE_LANES, word = base % SLICE_LANES / 64;
        uint64_t lanes = on_level(f->planes + (size_t)block * PARTS_PLANES * SLICE_WORDS, word, level);
        if (node->list->count - base < 64)
            lanes &= ((uint64_t)1 << (node->list->count - base)) - 1;
        if (!lanes)
            continue;
        if (!corral_look_reserve(worker, f, f->option_count + 64))
            return false;
        for (; lanes; lanes &= lanes - 1)
            f->options[f->option_count++] =
                (search_option){.lower = level->lower,
                                .guess = corral_guess_number(node->list, base + lowest_bit(lanes)),
                                .wins = level->wins};
    }
    return true;
}

/* Take one out of the heap. */
static void take_out(const search_node *node, uint32_t i, search_option *taken)
{
    search_option *options = node->frame->options;
    uint32_t last = --node->frame->option_count;
    *taken = options[i];
    options[i] = options[last];
    if (i < last)
        sink(node, i);
    for (uint32_t parent; i < last && i && comes_before(node, i, parent = (i - 1) / 2); i = parent) {
        search_option swap = options[i];
        options[i] = options[parent];
        options[parent] = swap;
    }
}

bool corral_node_next(corral_worker *worker, search_node *node, int64_t budget, bool helps, search_option *next)
{
    search_frame *f = node->frame;
    do {
        if (node->budget != budget && !prepare(worker, node, budget))
            return false;
        if (f->option_count) {
            uint64_t leaves = f->option_count / 2; /* the later half of the heap */
            uint64_t place = leaves + leaves * worker->number / worker->solver->threads;
            take_out(node, helps ? (uint32_t)place : 0, next);
            node->taken++;
            return true;
        }
    } while (node->by_level && list_level(worker, node, budget));
    return false;
}

int64_t corral_node_rest(const search_node *node)
{
    const search_frame *f = node->frame;
    int64_t rest = corral_look_least(node);
    if (node->next_level < f->level_count && f->levels[node->next_level].lower < rest)
        rest = f->levels[node->next_level].lower;
    return rest;
}
