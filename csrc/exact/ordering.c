/* Which guesses to try first.

   Small sets: levels are listed one by one, the best bound first, when they are wanted; mostly the first few are enough.
   Within a level, guesses with more equal parts come first.

   Larger sets: in the order of an estimate, by which every candidate in a part of n costs 1 + log n / log b more guesses,
   b being half the number of classes. The best comes alone: often it lowers the budget so far that few of the others
   need to be put in order. */

#include "look.h"
#include "portability.h"

#include <stdlib.h>

enum { SORTED_FROM = 14 };

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

static int compare_options(const void *a, const void *b)
{
    const search_option *x = a, *y = b;
    if (x->estimate != y->estimate)
        return x->estimate < y->estimate ? -1 : 1;
    if (x->wins != y->wins)
        return x->wins ? -1 : 1;
    return x->guess < y->guess ? -1 : x->guess > y->guess;
}

int corral_compare_bounds(const void *a, const void *b)
{
    const search_option *x = a, *y = b;
    if (x->lower != y->lower)
        return x->lower < y->lower ? -1 : 1;
    return compare_options(a, b);
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

static bool next_small(corral_worker *worker, search_node *node, int64_t budget)
{
    search_frame *f = node->frame;
    if (node->next_level == f->level_count || f->levels[node->next_level].lower >= budget)
        return false;
    const option_level *level = &f->levels[node->next_level++];
    f->option_count = 0;
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
            f->options[f->option_count++] = (search_option){
                .lower = level->lower,
                .guess = corral_guess_number(node->list, base + lowest_bit(lanes)),
                .wins = level->wins};
    }
    if (node->set->count > SORTED_FROM && f->option_count > 1) {
        for (uint32_t i = 0; i < f->option_count; i++)
            f->options[i].estimate =
                unevenness(&worker->solver->board, node->set, f->options[i].guess, f->classes);
        qsort(f->options, f->option_count, sizeof *f->options, compare_options);
    }
    node->from = 0;
    node->to = f->option_count;
    return true;
}

int64_t corral_node_rest(const search_node *node)
{
    int64_t rest = node->dropped;
    if (node->by_level)
        return node->next_level < node->frame->level_count && node->frame->levels[node->next_level].lower < rest
                   ? node->frame->levels[node->next_level].lower
                   : rest;
    for (uint32_t i = node->to; i < node->frame->option_count; i++)
        rest = node->frame->options[i].lower < rest ? node->frame->options[i].lower : rest;
    return rest;
}

/* The best option comes alone: often it lowers the budget so far that few of the others need to be put in order. */
static bool next_large(search_node *node, int64_t budget, bool by_bound)
{
    search_frame *f = node->frame;
    if (node->to == f->option_count)
        return false;
    if (!by_bound && node->to == 0) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < f->option_count; i++)
            if (compare_options(&f->options[i], &f->options[best]) < 0)
                best = i;
        search_option swap = f->options[0];
        f->options[0] = f->options[best];
        f->options[best] = swap;
        node->to = 1;
        return true;
    }
    uint32_t kept = node->to;
    for (uint32_t i = node->to; i < f->option_count; i++)
        if (f->options[i].lower < budget)
            f->options[kept++] = f->options[i];
        else if (f->options[i].lower < node->dropped)
            node->dropped = f->options[i].lower;
    node->from = node->to;
    node->to = f->option_count = kept;
    qsort(f->options + node->from, node->to - node->from, sizeof *f->options,
          by_bound ? corral_compare_bounds : compare_options);
    return node->from < node->to;
}

bool corral_node_next(corral_worker *worker, search_node *node, int64_t budget, bool by_bound)
{
    return node->by_level ? next_small(worker, node, budget) : next_large(node, budget, by_bound);
}
