/* The tree of a run, built from the top after the costs are known.

   At a node that costs v the guesses are tried in the order of the search with the budget v + 1, and the first one
   whose cost is v is taken. That order comes from the set and the history alone, and a cost below the budget is exact
   whatever the memo holds; so the tree is the same for every size of the memo, on every machine, however the costs were
   found. The memo only makes it quick.

   Where nothing more can be gained, the guess is that of entropy. So it is where a run was stopped before a set was
   solved; what is proven of parts is used then too. But whoever has stopped a search does not want to wait: all that
   together has a limit, beyond which only candidates are considered, if they are few, or the first one is asked.

   Nodes are made in breadth-first order. The candidates of all nodes lie in one array, which is grouped further and
   further; the guesses on the way to a node are found by going up. */

#include "memory.h"
#include "search.h"
#include "tree.h"

#include <string.h>

enum {
    EFFORT_AFTER_STOP = 1 << 30, /* pairs of guess and candidate: a tenth of a second */
    LIST_WORK = 256,             /* a code, where a list of guesses is to be made for a history */
    CHEAP = 64,                  /* so few candidates may be compared with each other without asking for the effort */
};

typedef struct extractor {
    corral_worker *worker;
    tree_builder builder;
    uint32_t *codes; /* the candidates, by node */
    code_words *words;
    uint32_t above;  /* guesses before the root of the tree, without the history */
    uint32_t first;  /* the guess of the root; CORRAL_ANY_GUESS: the best one */
    bool solved;     /* are the costs known, or can be? */
    uint64_t effort; /* that is left for what they do not tell */
} extractor;

static uint32_t depth_of(const extractor *e, uint32_t node)
{
    return e->above + e->builder.depth[node];
}

static code_set set_of(const extractor *e, uint32_t node)
{
    const corral_board *board = &e->worker->solver->board;
    uint32_t start = e->builder.start[node], count = e->builder.tree->size[node];
    code_set set = {.codes = e->codes + start, .words = e->words ? e->words + start : NULL, .count = count};
    for (uint32_t i = 0; i < count; i++)
        set.weight += corral_weight(board, set.codes[i]);
    set.heaviest = corral_weight(board, set.codes[0]);
    return set;
}

static void recall_way(extractor *e, uint32_t node)
{
    corral_worker *worker = e->worker;
    const tree_builder *builder = &e->builder;
    uint32_t depth = builder->depth[node];
    worker->asked_count = worker->solver->history_count + e->above + depth;
    for (uint32_t *asked = worker->asked + worker->asked_count; depth; depth--) {
        node = builder->parent[node];
        *--asked = builder->tree->guess[node];
    }
}

/* Work is limited from here on until limit_ends. */
static void limit_begins(extractor *e)
{
    e->worker->effort_limit = e->worker->effort + e->effort;
}

/* Takes what was spent; having spent all is no reason to stop. */
static void limit_ends(extractor *e)
{
    corral_worker *worker = e->worker;
    bool spent = worker->effort >= worker->effort_limit;
    e->effort = spent ? 0 : worker->effort_limit - worker->effort;
    worker->effort_limit = UINT64_MAX;
    if (spent && worker->status == CORRAL_STOPPED)
        worker->status = CORRAL_OK;
}

/* What is known of a set, found again with the effort that is left; NO_CODE if nothing is, or that is too little. */
static uint32_t recall_choice(extractor *e, const code_set *set, uint32_t depth)
{
    corral_worker *worker = e->worker;
    uint32_t guess = NO_CODE;
    int64_t value;
    limit_begins(e);
    if (e->effort && corral_search_known(worker, set, depth, depth, &value))
        guess = corral_search_choice(worker, set, depth, value, depth);
    limit_ends(e);
    return guess;
}

/* If nothing is paid after the next guess, it should find as much as it can. */
static choice_scope scope_at(const schedule_stage *stage)
{
    return stage->flat && stage->step > 0 ? HEAVIEST_CANDIDATE : ANY_GUESS;
}

/* The guess of entropy, if there is effort left for it. */
static uint32_t informed_choice(extractor *e, const code_set *set, uint32_t depth)
{
    corral_worker *worker = e->worker;
    const struct corral_solver *solver = worker->solver;
    const schedule_stage *stage = corral_stage_of(solver, depth);
    search_node node = {.set = set, .guesses = depth, .depth = depth};
    uint64_t guesses = solver->board.consistent ? set->count : solver->board.guesses;
    uint64_t pairs = set->count * guesses * PLAIN_WORK;
    if (solver->sliced) {
        uint64_t to_list = guesses * LIST_WORK;
        if (to_list > e->effort)
            return NO_CODE;
        e->effort -= to_list;
        node.frame = corral_worker_frame(worker, depth, set->count);
        if (!node.frame || !corral_node_list(worker, &node))
            return NO_CODE;
        pairs = (uint64_t)set->count * node.list->count;
    }
    if (pairs > e->effort)
        return NO_CODE;
    e->effort -= pairs;
    return corral_entropy_choice(worker, set, depth, scope_at(stage), depth);
}

/* After a stopped run, or where no tree is allowed. */
static uint32_t choose_unfinished(extractor *e, const code_set *set, uint32_t depth)
{
    corral_worker *worker = e->worker;
    uint32_t guess = recall_choice(e, set, depth);
    if (guess == NO_CODE && !worker->status)
        guess = informed_choice(e, set, depth);
    if (guess == NO_CODE && !worker->status && set->count <= CHEAP)
        guess = corral_entropy_choice(worker, set, depth, ANY_CANDIDATE, depth);
    if (guess == NO_CODE && !worker->status)
        guess = corral_search_choice(worker, &(code_set){.codes = set->codes, .count = 1}, depth, 0, depth);
    return guess;
}

static uint32_t choose(extractor *e, uint32_t node, const code_set *set)
{
    corral_worker *worker = e->worker;
    struct corral_solver *solver = worker->solver;
    uint32_t depth = depth_of(e, node);
    if (node == 0 && e->first != CORRAL_ANY_GUESS)
        return e->first;
    if (depth < solver->opener_count)
        return solver->opener[depth];
    if (set->count == 1)
        return corral_search_choice(worker, set, depth, 0, depth);
    if (!e->solved)
        return choose_unfinished(e, set, depth);
    const schedule_stage *stage = corral_stage_of(solver, depth);
    if (stage->flat && stage->step < CORRAL_FORBIDDEN)
        return corral_entropy_choice(worker, set, depth, scope_at(stage), depth);
    int64_t lower = corral_lower_bound(worker, set, depth);
    int64_t value = corral_search(worker, set, depth, CORRAL_FORBIDDEN, lower, EXACT, depth, false);
    if (value >= CORRAL_FORBIDDEN && !worker->status)
        return choose_unfinished(e, set, depth); /* no tree keeps the limit: one is as good as another */
    return worker->status ? NO_CODE : corral_search_choice(worker, set, depth, value, depth);
}

/* Choose the guess of a node and append its children, by ascending class. */
static corral_status expand(extractor *e, uint32_t number)
{
    corral_worker *worker = e->worker;
    tree_builder *builder = &e->builder;
    code_set set = set_of(e, number);
    recall_way(e, number);
    uint32_t guess = choose(e, number, &set), depth = depth_of(e, number), start = builder->start[number];
    search_node node = {.set = &set, .guesses = depth, .depth = depth};
    if (!worker->status)
        node.frame = corral_worker_frame(worker, depth, set.count);
    if (worker->status)
        return worker->status;
    int64_t paid;
    corral_divide(worker, &node, guess, &paid);
    corral_distribute(worker, &node);
    search_frame *f = node.frame;
    corral_status status = corral_builder_expand(builder, number, guess, f->part_count);
    if (status)
        return status;
    memcpy(e->codes + start, f->codes, set.count * sizeof *e->codes);
    if (e->words)
        memcpy(e->words + start, f->words, set.count * sizeof *e->words);
    const search_part *of_class[MAX_PARTS] = {NULL};
    for (uint32_t i = 0; i < f->part_count; i++)
        of_class[f->parts[i].label] = &f->parts[i];
    for (uint32_t class = 0; class + 1 < worker->solver->board.classes; class++)
        if (of_class[class])
            corral_builder_add(builder, number, (uint8_t)class, of_class[class]->count, start + of_class[class]->start);
    return corral_worker_stops(worker, set.count) ? worker->status : CORRAL_OK;
}

static corral_status grow_tree(extractor *e, const code_set *root)
{
    corral_status status = corral_builder_begin(&e->builder, root->count);
    e->codes = corral_allocate(root->count, sizeof *e->codes);
    if (root->words)
        e->words = corral_allocate(root->count, sizeof *e->words);
    if (!e->codes || (root->words && !e->words))
        return CORRAL_NO_MEMORY;
    memcpy(e->codes, root->codes, root->count * sizeof *e->codes);
    if (root->words)
        memcpy(e->words, root->words, root->count * sizeof *e->words);
    for (uint32_t node = 0; !status && node < e->builder.tree->nodes; node++)
        status = expand(e, node);
    return status;
}

corral_status corral_extract(corral_worker *worker, const code_set *root, uint32_t above, uint32_t first, bool solved,
                             corral_tree **tree)
{
    extractor e = {.worker = worker, .above = above, .first = first, .solved = solved, .effort = EFFORT_AFTER_STOP};
    corral_status status = grow_tree(&e, root);
    corral_release(e.codes);
    corral_release(e.words);
    return corral_builder_end(&e.builder, status, tree);
}

corral_status corral_solver_tree(corral_solver *solver, const corral_schedule *schedule, const corral_poll *poll,
                                 corral_tree **tree)
{
    corral_status status = corral_solver_begin(solver, schedule, 1, poll);
    if (status)
        return status;
    bool solved = solver->ended && solver->value < CORRAL_FORBIDDEN;
    uint32_t first = !solved && !solver->opener_count ? solver->best_guess : CORRAL_ANY_GUESS;
    status = corral_extract(solver->workers[0], &solver->root, 0, first, solved, tree);
    corral_solver_rests(solver);
    return status;
}
