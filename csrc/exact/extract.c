/* The tree of a run, built from the top after the costs are known.

   At a node that costs v the guesses are tried in the order of the search with the budget v + 1, and the first one
   whose cost is v is taken. That order comes from the set and the history alone, and a cost below the budget is exact
   whatever the memo holds; so the tree is the same for every size of the memo, on every machine, however the costs were
   found. The memo only makes it quick.

   Where nothing more can be gained, the guess is that of entropy. So it is where a run was stopped before a set was
   solved; what is proven of parts is used then too. But whoever has stopped a search does not want to wait: all that
   together has a limit, beyond which the first candidate is asked, which costs no work at all.

   Nodes are made in breadth-first order. The candidates of all nodes lie in one array, which is grouped further and
   further; the guesses on the way to a node are found by going up. */

#include "memory.h"
#include "search.h"

#include <string.h>

/* Pairs of guess and candidate: a tenth of a second. */
enum { EFFORT_AFTER_STOP = 1 << 30 };

typedef struct extractor {
    corral_worker *worker;
    corral_tree *tree;
    uint32_t capacity; /* nodes */
    uint32_t *codes;   /* the candidates, by node */
    code_words *words;
    uint32_t *start;  /* by node: where its candidates are */
    uint32_t *parent; /* by node */
    uint32_t *depth;  /* by node: guesses before it */
    uint64_t effort;  /* that is left after a stopped run */
} extractor;

static corral_status reserve(extractor *e, size_t nodes)
{
    if (nodes <= e->capacity)
        return CORRAL_OK;
    corral_tree *tree = e->tree;
    size_t used = tree->nodes, wanted = nodes > 2 * (size_t)e->capacity ? nodes : 2 * (size_t)e->capacity;
    if (wanted > UINT32_MAX)
        return CORRAL_NO_MEMORY;
    void *grown;
#define GROW(array, length, extra)                                                                         \
    grown = corral_grow(array, ((length) + (extra)) * sizeof *(array), wanted + (extra), sizeof *(array)); \
    if (!grown)                                                                                            \
        return CORRAL_NO_MEMORY;                                                                           \
    array = grown
    GROW(tree->guess, used, 0);
    GROW(tree->size, used, 0);
    GROW(tree->label, used, 0);
    GROW(tree->first, used, 1);
    GROW(e->start, used, 0);
    GROW(e->parent, used, 0);
    GROW(e->depth, used, 0);
#undef GROW
    e->capacity = (uint32_t)wanted;
    return CORRAL_OK;
}

static code_set set_of(const extractor *e, uint32_t node)
{
    const corral_board *board = &e->worker->solver->board;
    uint32_t start = e->start[node], count = e->tree->size[node];
    code_set set = {.codes = e->codes + start, .words = e->words ? e->words + start : NULL, .count = count};
    for (uint32_t i = 0; i < count; i++)
        set.weight += corral_weight(board, set.codes[i]);
    set.heaviest = corral_weight(board, set.codes[0]);
    return set;
}

static void recall_way(extractor *e, uint32_t node)
{
    corral_worker *worker = e->worker;
    uint32_t history = worker->solver->history_count;
    worker->asked_count = history + e->depth[node];
    for (; node; node = e->parent[node])
        worker->asked[history + e->depth[node] - 1] = e->tree->guess[e->parent[node]];
}

static bool is_solved(const struct corral_solver *solver)
{
    return solver->ended && solver->value < CORRAL_FORBIDDEN;
}

/* What is proven of a set, found again with the effort that is left; NO_CODE if nothing is, or that is too little. */
static uint32_t recall_choice(extractor *e, const code_set *set, uint32_t depth)
{
    corral_worker *worker = e->worker;
    int64_t value;
    if (!e->effort || !corral_search_known(worker, set, depth, &value) || value >= CORRAL_FORBIDDEN)
        return NO_CODE;
    uint64_t before = worker->effort;
    worker->effort_limit = before + e->effort;
    uint32_t guess = corral_search_choice(worker, set, depth, value, depth);
    bool spent = worker->effort >= worker->effort_limit;
    worker->effort_limit = UINT64_MAX;
    e->effort = spent ? 0 : e->effort - (worker->effort - before);
    if (spent && worker->status == CORRAL_STOPPED)
        worker->status = CORRAL_OK; /* that was the limit, not the poll */
    return guess;
}

/* After a stopped run. */
static uint32_t choose_unfinished(extractor *e, uint32_t node, const code_set *set)
{
    corral_worker *worker = e->worker;
    struct corral_solver *solver = worker->solver;
    uint32_t depth = e->depth[node];
    if (node == 0 && !solver->opener_count && solver->best_guess != NO_CODE)
        return solver->best_guess;
    uint32_t guess = recall_choice(e, set, depth);
    if (guess != NO_CODE || worker->status)
        return guess;
    const schedule_stage *stage = corral_stage_of(solver, depth);
    uint64_t pairs = (uint64_t)set->count * solver->board.guesses * (solver->sliced ? 1 : 16);
    if (pairs <= e->effort) {
        e->effort -= pairs;
        return corral_entropy_choice(worker, set, depth, stage->flat && stage->step > 0, depth);
    }
    return corral_search_choice(worker, &(code_set){.codes = set->codes, .count = 1}, depth, 0, depth);
}

static uint32_t choose(extractor *e, uint32_t node, const code_set *set)
{
    corral_worker *worker = e->worker;
    struct corral_solver *solver = worker->solver;
    uint32_t depth = e->depth[node];
    if (depth < solver->opener_count)
        return solver->opener[depth];
    if (set->count == 1)
        return corral_search_choice(worker, set, depth, 0, depth);
    if (!is_solved(solver))
        return choose_unfinished(e, node, set);
    const schedule_stage *stage = corral_stage_of(solver, depth);
    if (stage->flat && stage->step < CORRAL_FORBIDDEN)
        return corral_entropy_choice(worker, set, depth, stage->step > 0, depth);
    bound_branching any = {solver->board.classes, solver->board.classes - 1};
    int64_t value = corral_search(worker, set, depth, CORRAL_FORBIDDEN, any, EXACT, depth, false);
    return worker->status ? NO_CODE : corral_search_choice(worker, set, depth, value, depth);
}

/* Choose the guess of a node and append its children, by ascending class. */
static corral_status expand(extractor *e, uint32_t number)
{
    corral_worker *worker = e->worker;
    corral_tree *tree = e->tree;
    code_set set = set_of(e, number);
    recall_way(e, number);
    tree->first[number] = tree->nodes;
    uint32_t guess = choose(e, number, &set);
    if (worker->status)
        return worker->status;
    search_node node = {.set = &set, .guesses = e->depth[number], .depth = e->depth[number]};
    node.frame = corral_worker_frame(worker, node.depth, set.count);
    corral_status status = reserve(e, (size_t)tree->nodes + worker->solver->board.classes);
    if (!node.frame || status)
        return CORRAL_NO_MEMORY;
    int64_t paid;
    corral_divide(worker, &node, guess, &paid);
    corral_distribute(worker, &node);
    search_frame *f = node.frame;
    memcpy(e->codes + e->start[number], f->codes, set.count * sizeof *e->codes);
    if (e->words)
        memcpy(e->words + e->start[number], f->words, set.count * sizeof *e->words);
    tree->guess[number] = guess;
    uint32_t of_class[MAX_PARTS];
    memset(of_class, 0xff, sizeof of_class);
    for (uint32_t i = 0; i < f->part_count; i++)
        of_class[f->parts[i].label] = i;
    for (uint32_t class = 0; class + 1 < worker->solver->board.classes; class++) {
        if (of_class[class] == NO_CODE)
            continue;
        const search_part *part = &f->parts[of_class[class]];
        uint32_t child = tree->nodes++;
        tree->label[child] = (uint8_t)class;
        tree->size[child] = part->count;
        e->start[child] = e->start[number] + part->start;
        e->parent[child] = number;
        e->depth[child] = e->depth[number] + 1;
    }
    return corral_worker_stops(worker, set.count) ? worker->status : CORRAL_OK;
}

static corral_status grow_tree(extractor *e)
{
    const code_set *root = &e->worker->solver->root;
    e->codes = corral_allocate(root->count, sizeof *e->codes);
    if (!e->codes || reserve(e, 1))
        return CORRAL_NO_MEMORY;
    memcpy(e->codes, root->codes, root->count * sizeof *e->codes);
    if (root->words) {
        e->words = corral_allocate(root->count, sizeof *e->words);
        if (!e->words)
            return CORRAL_NO_MEMORY;
        memcpy(e->words, root->words, root->count * sizeof *e->words);
    }
    corral_tree *tree = e->tree;
    tree->nodes = 1;
    tree->size[0] = root->count;
    tree->label[0] = 0;
    e->start[0] = e->parent[0] = e->depth[0] = 0;
    for (uint32_t node = 0; node < tree->nodes; node++) {
        corral_status status = expand(e, node);
        if (status)
            return status;
    }
    tree->first[tree->nodes] = tree->nodes;
    return CORRAL_OK;
}

corral_status corral_solver_tree(corral_solver *solver, const corral_schedule *schedule, const corral_poll *poll,
                                 corral_tree **tree)
{
    corral_worker *worker = &solver->worker;
    corral_status status = corral_solver_resume(solver, schedule);
    if (status)
        return status;
    extractor e = {.worker = worker, .effort = EFFORT_AFTER_STOP};
    worker->status = CORRAL_OK;
    worker->callers_poll = poll;
    e.tree = corral_allocate_zeroed(1, sizeof *e.tree);
    status = e.tree ? grow_tree(&e) : CORRAL_NO_MEMORY;
    worker->callers_poll = NULL;
    corral_release(e.codes);
    corral_release(e.words);
    corral_release(e.start);
    corral_release(e.parent);
    corral_release(e.depth);
    if (status)
        corral_tree_free(e.tree);
    else
        *tree = e.tree;
    return status;
}
