/* What a guess costs: the sum over the answers to it.

   The parts start with their ideal bounds. As soon as the sum of what is known reaches the budget, the guess is out, so
   what is cheap to learn and likely to raise the sum comes first:

   1. Parts that are settled without a look.
   2. What is kept of the very same sets: a small cache, without normal forms.
   3. Stage zero of each part (search.c, step 3).
   4. In sets that are not small: the cost of small parts, smallest first; one look at larger ones.
   5. Two guesses ahead for the largest parts.
   6. The cost of what is left, smallest first, or largest first where the schedule says so.

   Each part gets the budget that the others leave it by their bounds. Its answer is a bound even if it exceeds that,
   and so is the sum.

   After the first guesses of a node most are out by far: their parts need not be solved, only shown to cost so much
   that the sum is too large, and a bound somewhat below the cost of a part takes a small part of the search for it. So
   each part gets only its share, by size, of what is missing to the budget. What it costs less than that is left to
   those after it, and the last one gets all; parts whose answers were bounds get another share, until the budget is
   reached or all are solved, as one is each time at least. A guess that is not out is searched twice by that, so the
   first ones, which are the most promising, get whole budgets. (A set of 692 codes in bulls-and-cows:5x9: 70 s, now
   20; bulls-and-cows:5x8: 4/5.) */

#include "search.h"

#include "normalform.h"

#include <string.h>

enum { PROMISING = 30 }; /* guesses of a node */

static int64_t sum_of(const search_frame *f, int64_t paid)
{
    for (uint32_t i = 0; i < f->part_count; i++)
        paid = corral_add(paid, f->parts[i].lower);
    return paid;
}

code_set corral_part_set(const search_frame *f, const search_part *part)
{
    return (code_set){.codes = f->codes + part->start,
                      .words = f->words ? f->words + part->start : NULL,
                      .count = part->count,
                      .weight = part->weight,
                      .heaviest = part->heaviest};
}

/* List the parts by ascending size, without the code that the guess finds; `paid` gets the step of the others. */
void corral_divide(const corral_worker *worker, const search_node *node, uint32_t guess, int64_t *paid)
{
    const struct corral_solver *solver = worker->solver;
    const code_set *set = node->set;
    search_frame *f = node->frame;
    uint32_t sizes[MAX_PARTS], classes = solver->board.classes, start = 0;
    memset(sizes, 0, classes * sizeof *sizes);
    corral_board_classify(&solver->board, set, guess, f->classes);
    for (uint32_t i = 0; i < set->count; i++)
        sizes[f->classes[i]]++;
    f->part_count = 0;
    for (uint32_t class = 0; class + 1 < classes; class++) {
        if (!sizes[class])
            continue;
        uint32_t at = f->part_count++;
        for (; at > 0 && f->parts[at - 1].count > sizes[class]; at--)
            f->parts[at] = f->parts[at - 1];
        f->parts[at] = (search_part){.count = sizes[class], .label = (uint8_t)class};
    }
    for (uint32_t i = 0; i < f->part_count; i++) {
        f->parts[i].start = start;
        start += f->parts[i].count;
    }
    uint64_t found = set->weight;
    if (!solver->board.weights) {
        found = sizes[classes - 1];
        for (uint32_t i = 0; i < f->part_count; i++) {
            f->parts[i].weight = f->parts[i].count;
            f->parts[i].heaviest = 1;
        }
    } else {
        for (uint32_t i = 0; i < set->count; i++)
            if (f->classes[i] + 1u < classes)
                found -= corral_weight(&solver->board, set->codes[i]);
    }
    int64_t step = corral_stage_of(solver, node->guesses)->step;
    bool forbidden = step == CORRAL_FORBIDDEN && f->part_count; /* even where what is left weighs nothing */
    *paid = forbidden ? CORRAL_FORBIDDEN : corral_times(step, set->weight - found);
}

/* Put the candidates into their parts. */
void corral_distribute(const corral_worker *worker, const search_node *node)
{
    const struct corral_solver *solver = worker->solver;
    const code_set *set = node->set;
    search_frame *f = node->frame;
    uint32_t next[MAX_PARTS];
    uint64_t keys[MAX_PARTS];
    uint32_t classes = solver->board.classes, found = set->count - 1;
    memset(keys, 0, classes * sizeof *keys);
    next[classes - 1] = found;
    for (uint32_t i = 0; i < f->part_count; i++)
        next[f->parts[i].label] = f->parts[i].start;
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t code = set->codes[i], class = f->classes[i], at = next[class]++;
        f->codes[at] = code;
        if (f->words)
            f->words[at] = set->words[i];
        keys[class] += corral_element_hash(code).low;
    }
    for (uint32_t i = 0; i < f->part_count; i++) {
        search_part *part = &f->parts[i];
        part->key = keys[part->label] ^ corral_stage_of(solver, node->guesses + 1)->key;
        if (!solver->board.weights)
            continue;
        part->heaviest = corral_weight(&solver->board, f->codes[part->start]);
        for (uint32_t j = 0; j < part->count; j++)
            part->weight += corral_weight(&solver->board, f->codes[part->start + j]);
    }
}

static cache_cell *cell_of(const corral_worker *worker, uint64_t key)
{
    return worker->cache + (key >> (64 - CACHE_BITS));
}

static void look_up(const corral_worker *worker, search_part *part)
{
    const cache_cell *cell = cell_of(worker, part->key);
    if (cell->key != part->key)
        return;
    int64_t lower = (int64_t)(cell->value >> 2);
    part->exact = cell->value & 1;
    part->mixed = cell->value & 2;
    part->lower = part->exact || lower > part->lower ? lower : part->lower;
}

static void keep(const corral_worker *worker, const search_part *part)
{
    if (!worker->status && corral_uses(worker->solver, CORRAL_MEMO))
        *cell_of(worker, part->key) = (cache_cell){
            .key = part->key, .value = (uint64_t)part->lower << 2 | (uint64_t)part->mixed << 1 | part->exact};
}

/* Step 3; false if the budget is reached. */
static bool stages_zero(corral_worker *worker, const search_node *node, int64_t *sum, int64_t budget)
{
    const struct corral_solver *solver = worker->solver;
    search_frame *f = node->frame;
    int64_t step = corral_stage_of(solver, node->guesses + 1)->step;
    int64_t next = corral_stage_of(solver, node->guesses + 2)->step, dearer = step < next ? step : next;
    for (uint32_t i = f->part_count; i-- > 0;) {
        search_part *part = &f->parts[i];
        if (part->exact || part->mixed || part->count > solver->board.classes)
            continue;
        code_set set = corral_part_set(f, part);
        uint32_t which;
        int result = corral_board_tell_apart(&solver->board, &set, f->classes, &which);
        int64_t lower = corral_times(step, part->count - 1) + (result ? dearer : 0);
        part->mixed = result;
        part->exact = !result || (result == 1 && next <= step);
        if (lower > part->lower) {
            *sum = corral_add(*sum, lower - part->lower);
            part->lower = lower;
        }
        keep(worker, part);
        if (*sum >= budget)
            return false;
    }
    return true;
}

/* Search a part; false if the budget is reached, or the search was stopped. */
static bool search_part_of(corral_worker *worker, const search_node *node, search_part *part, int64_t *sum,
                           int64_t budget, search_mode mode)
{
    search_frame *f = node->frame;
    code_set set = corral_part_set(f, part);
    int64_t left = budget >= CORRAL_FORBIDDEN ? CORRAL_FORBIDDEN : budget - (*sum - part->lower);
    int64_t answer = corral_search(worker, &set, node->guesses + 1, left, part->lower, mode, node->depth + 1,
                                   part->mixed);
    if (answer > part->lower) {
        *sum = answer >= CORRAL_FORBIDDEN ? CORRAL_FORBIDDEN : *sum + answer - part->lower;
        part->lower = answer;
    }
    part->exact = part->exact || (mode == EXACT && answer < left && !worker->status);
    keep(worker, part);
    return *sum < budget && !worker->status;
}

/* Step 6 by shares. */
static int64_t share_budget(corral_worker *worker, const search_node *node, int64_t sum, int64_t budget)
{
    search_frame *f = node->frame;
    for (;;) {
        int64_t open = 0; /* candidates in parts that are not solved, and still to come */
        for (uint32_t i = 0; i < f->part_count; i++)
            open += f->parts[i].exact ? 0 : f->parts[i].count;
        if (!open)
            return sum;
        for (uint32_t i = 0; i < f->part_count; i++) {
            search_part *part = &f->parts[i];
            if (part->exact)
                continue;
            int64_t missing = budget - sum, count = part->count;
            int64_t share = missing / open * count + (missing % open * count + open - 1) / open;
            open -= count;
            search_part_of(worker, node, part, &sum, sum + share, EXACT);
            if (sum >= budget || worker->status)
                return sum;
        }
    }
}

/* Steps 4 to 6. */
static int64_t search_parts(corral_worker *worker, const search_node *node, int64_t sum, int64_t budget,
                            search_mode mode)
{
    const struct corral_solver *solver = worker->solver;
    search_frame *f = node->frame;
    search_part *parts = f->parts;
    uint32_t count = f->part_count, small = solver->first_exact;
    if (node->set->count > small && solver->looks_once) {
        for (uint32_t i = 0; i < count && parts[i].count <= small; i++)
            if (!parts[i].exact && !search_part_of(worker, node, &parts[i], &sum, budget, EXACT))
                return sum;
        for (uint32_t i = 0; i < count; i++)
            if (!parts[i].exact && !search_part_of(worker, node, &parts[i], &sum, budget, ONE_PASS))
                return sum;
    }
    if (mode == TWO_LEVEL)
        return sum;
    for (uint32_t i = 0; i < count && solver->looks_twice; i++)
        if (!parts[i].exact && parts[i].count > solver->least_two_level &&
            !search_part_of(worker, node, &parts[i], &sum, budget, TWO_LEVEL))
            return sum;
    if (node->taken > PROMISING && budget < CORRAL_FORBIDDEN && !solver->largest_first &&
        corral_uses(solver, CORRAL_SHARES))
        return share_budget(worker, node, sum, budget);
    for (uint32_t i = 0; i < count; i++) {
        search_part *part = &parts[solver->largest_first ? count - 1 - i : i];
        if (!part->exact && !search_part_of(worker, node, part, &sum, budget, EXACT))
            return sum;
    }
    return sum;
}

int64_t corral_evaluate(corral_worker *worker, const search_node *node, uint32_t guess, int64_t budget,
                        search_mode mode)
{
    struct corral_solver *solver = worker->solver;
    search_frame *f = node->frame;
    uint32_t guesses = node->guesses + 1;
    int64_t paid;
    corral_divide(worker, node, guess, &paid);
    if (f->part_count == 1 && f->parts[0].count == node->set->count)
        return CORRAL_FORBIDDEN;
    if (!solver->board.weights) {
        for (uint32_t i = 0; i < f->part_count; i++)
            f->parts[i].lower = node->table->least[f->parts[i].count];
        int64_t sum = sum_of(f, paid);
        if (sum >= budget)
            return sum;
    }
    corral_distribute(worker, node);
    /* 1 and 2 */
    bool open = false;
    for (uint32_t i = 0; i < f->part_count; i++) {
        search_part *part = &f->parts[i];
        code_set set = corral_part_set(f, part);
        int64_t cost;
        if (corral_settled(solver, &set, guesses, &cost)) {
            part->lower = cost;
            part->exact = true;
            continue;
        }
        if (solver->board.weights)
            part->lower = corral_lower_bound(worker, &set, guesses);
        if (corral_uses(solver, CORRAL_MEMO))
            look_up(worker, part);
        open = open || !part->exact;
    }
    int64_t sum = sum_of(f, paid);
    if (sum >= budget || !open || worker->status)
        return sum;
    /* 3 */
    if (corral_uses(solver, CORRAL_STAGE_ZERO) && !solver->board.weights && !stages_zero(worker, node, &sum, budget))
        return sum;
    /* 4 to 6 */
    worker->asked[worker->asked_count++] = guess;
    sum = search_parts(worker, node, sum, budget, mode);
    worker->asked_count--;
    return sum;
}
