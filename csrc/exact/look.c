/* One look at all guesses: what each of them costs at least.

   A guess g that splits n candidates into parts of sizes n_k, its own part left out, costs at least

       step * (n - [g is a candidate]) + sum over k of f(n_k),

   f being the ideal bound of the next stage. Three ways to look, all with the same result:

   - Small sets of a peg game: the kernels tell for each guess in how many parts it splits the set, and whether it is a
     candidate (count_parts). Guesses that agree in both make a level, whose bound is that of parts as equal as can be.
   - Larger sets of a peg game: the kernels tell the size of every part (count_sizes), and the bound of each guess
     with f replaced by its convex hull, in lanes (bound_guesses). Its whole slopes are jumps of the slope; if they are
     large, as where two objectives are combined, they are counted in larger units, rounded down, which makes the bound
     smaller, never larger. So only guesses that may keep to the budget are taken out of the lanes and bounded exactly.
   - Games without bit lanes, and weighted candidates: guess by guess (plain.c).

   A guess that makes a single part and finds nothing is left out: what is known after it is what was known before,
   and as costs never fall with depth no tree is the better for it. */

#include "look.h"

#include "memory.h"
#include "portability.h"

enum { WORTH_SYMMETRY = 40, BLOCKS_A_POLL = 512 };

static uint32_t pairs_of(const corral_codes *codes)
{
    uint32_t width = (uint32_t)corral_kernel_width(codes->rule.places);
    return (width + 1) * (width + 2) / 2;
}

static uint32_t winning_pair(const corral_codes *codes)
{
    uint32_t places = codes->rule.places;
    return places * (places + 1) / 2 + places;
}

bool corral_node_list(corral_worker *worker, search_node *node)
{
    struct corral_solver *solver = worker->solver;
    const code_set *set = node->set;
    bool worth = set->count > WORTH_SYMMETRY;
    if (!solver->board.consistent) {
        if (!solver->symmetric)
            node->list = solver->symmetry.all;
        else
            worker->status = corral_symmetry_guesses(&solver->symmetry, worker->asked, worker->asked_count, worth,
                                                     &worker->poll, &node->list);
        return !worker->status;
    }
    search_frame *f = node->frame;
    const uint32_t *codes = set->codes;
    uint32_t count = set->count;
    if (solver->symmetric) {
        worker->status = corral_symmetry_filter(&solver->symmetry, worker->asked, worker->asked_count, worth, codes,
                                                count, &worker->poll, f->own, &count);
        codes = f->own;
        if (worker->status)
            return false;
    }
    corral_guesses_free(f->own_list);
    f->own_list = NULL;
    worker->status = corral_guesses_make(solver->board.codes, codes, count, &worker->poll, &f->own_list);
    node->list = f->own_list;
    return !worker->status;
}

/* Let a kernel pass over the whole list, in pieces between polls. */
static bool pass(corral_worker *worker, const parts_job *job, bool with_sizes, most_parts *most)
{
    const corral_kernels *kernels = worker->solver->board.kernels;
    uint32_t blocks = job->guesses->blocks;
    uint32_t piece = (1u << 22) / SLICE_LANES / (job->candidates / 2 + 1) + 1;
    for (uint32_t first = 0; first < blocks; first += piece) {
        uint32_t end = blocks - first > piece ? first + piece : blocks;
        (with_sizes ? kernels->count_sizes : kernels->count_parts)(job, first, end, most);
        if (corral_worker_stops(worker, (uint64_t)(end - first) * SLICE_LANES * job->candidates))
            return false;
    }
    return true;
}

bool corral_look_measure(corral_worker *worker, search_node *node, const most_parts *most)
{
    struct corral_solver *solver = worker->solver;
    uint32_t classes = solver->board.classes;
    node->branching = (bound_branching){classes, classes - 1};
    if (corral_uses(solver, CORRAL_MEASURED_BRANCHING))
        node->branching = (bound_branching){most->wins, most->others};
    worker->status = corral_bound_table(&worker->bounds, corral_stage_after(&solver->stages, node->guesses + 1),
                                        node->branching, node->set->count, &worker->poll, &node->table);
    return !worker->status;
}

bool corral_look_reserve(corral_worker *worker, search_frame *f, uint32_t count)
{
    if (count <= f->option_capacity)
        return true;
    uint32_t capacity = 2 * f->option_capacity > count ? 2 * f->option_capacity : count;
    search_option *grown = corral_grow(f->options, f->option_count * sizeof *grown, capacity, sizeof *grown);
    if (!grown) {
        worker->status = CORRAL_NO_MEMORY;
        return false;
    }
    f->options = grown;
    worker->memory += (capacity - f->option_capacity) * sizeof *grown;
    f->option_capacity = capacity;
    return true;
}

bool corral_look_tokens(corral_worker *worker, const code_set *set)
{
    const corral_board *board = &worker->solver->board;
    size_t a_code = 2 * (size_t)corral_kernel_width(board->codes->rule.places);
    if (!corral_worker_reserve(worker, &worker->tokens, &worker->token_capacity, set->count * a_code,
                               sizeof *worker->tokens))
        return false;
    corral_board_tokens(board, set, worker->tokens);
    return true;
}

/* Small sets */

/* The levels by ascending bound. More parts are never dearer, so two rows are merged: guesses that win, and others. */
static void list_levels(const corral_worker *worker, search_node *node, const most_parts *most)
{
    search_frame *f = node->frame;
    uint32_t n = node->set->count, wins = most->wins, others = most->others;
    int64_t step = corral_stage_of(worker->solver, node->guesses)->step;
    const int64_t *hull = node->table->hull;
    f->level_count = 0;
    while (wins >= 2 || others >= 2) {
        int64_t of_wins = CORRAL_FORBIDDEN, of_others = CORRAL_FORBIDDEN;
        if (wins >= 2)
            of_wins = corral_add(corral_times(step, n - 1), corral_spread(hull, n - 1, wins - 1));
        if (others >= 2)
            of_others = corral_add(corral_times(step, n), corral_spread(hull, n, others));
        bool win = wins >= 2 && (others < 2 || of_wins <= of_others);
        f->levels[f->level_count++] =
            win ? (option_level){of_wins, wins--, true} : (option_level){of_others, others--, false};
    }
}

static bool open_small(corral_worker *worker, search_node *node, int64_t *least)
{
    search_frame *f = node->frame;
    const corral_slices *slices = &node->list->slices;
    most_parts most = {0, 0};
    if (!corral_worker_reserve(worker, &f->planes, &f->plane_words,
                               (size_t)slices->blocks * PARTS_PLANES * SLICE_WORDS, sizeof *f->planes))
        return false;
    parts_job job = {.width = corral_kernel_width(worker->solver->board.codes->rule.places),
                     .places = worker->solver->board.codes->rule.places,
                     .guesses = slices,
                     .tokens = worker->tokens,
                     .candidates = node->set->count,
                     .parts = f->planes};
    if (!pass(worker, &job, false, &most) || !corral_look_measure(worker, node, &most))
        return false;
    list_levels(worker, node, &most);
    node->by_level = true;
    *least = f->level_count ? f->levels[0].lower : CORRAL_FORBIDDEN;
    return true;
}

/* Larger sets */

/* The hull of the ideal bound as a slope and its jumps, in units of 2^shift. */
static int describe_hull(const bound_table *table, uint32_t n, bound_job *job)
{
    const int64_t *hull = table->hull;
    int64_t slope = n >= 2 && hull[2] < CORRAL_FORBIDDEN ? hull[2] : 0, dearest = slope, first = slope;
    uint32_t after[MAX_JUMPS];
    int64_t cost[MAX_JUMPS];
    int jumps = 0, shift = 0;
    job->largest = n;
    if (n >= 2 && hull[2] >= CORRAL_FORBIDDEN)
        job->largest = 1;
    for (uint32_t c = 2; c < n && job->largest == n; c++) {
        if (hull[c + 1] >= CORRAL_FORBIDDEN) {
            job->largest = c;
            break;
        }
        int64_t rise = hull[c + 1] - hull[c] - slope;
        if (rise && jumps < MAX_JUMPS) {
            after[jumps] = c;
            cost[jumps++] = rise;
            slope += rise;
            dearest = rise > dearest ? rise : dearest;
        }
    }
    while (dearest >> shift > MAX_JUMP_COST)
        shift++;
    job->slope = (uint32_t)(first >> shift);
    job->jumps = 0;
    for (int i = 0; i < jumps; i++)
        if (cost[i] >> shift) {
            job->after[job->jumps] = after[i];
            job->cost[job->jumps++] = (uint32_t)(cost[i] >> shift);
        }
    return shift;
}

/* Values below this, in units of 2^shift, keep to a budget. */
static uint64_t limit_of(int64_t budget, int64_t paid, int shift)
{
    if (budget >= CORRAL_FORBIDDEN)
        return UINT64_MAX;
    return paid >= budget ? 0 : (((uint64_t)(budget - paid) - 1) >> shift) + 1;
}

static int64_t bound_of(uint64_t value, int64_t paid, int shift)
{
    return value == UINT64_MAX ? CORRAL_FORBIDDEN : corral_add(paid, (int64_t)(value << shift));
}

/* The sizes of the parts of one guess, out of their planes. */
static void read_sizes(const parts_job *job, uint32_t pairs, uint32_t position, uint32_t *sizes)
{
    uint32_t block = position / SLICE_LANES, lane = position % SLICE_LANES;
    const uint64_t *planes = job->sizes + (size_t)block * pairs * (size_t)job->size_planes * SLICE_WORDS + lane / 64;
    for (uint32_t pair = 0; pair < pairs; pair++) {
        sizes[pair] = 0;
        for (int plane = 0; plane < job->size_planes; plane++, planes += SLICE_WORDS)
            sizes[pair] |= (uint32_t)(*planes >> lane % 64 & 1) << plane;
    }
}

/* Bound one guess exactly, and list it if it keeps to the budget. */
static void take_out(corral_worker *worker, search_node *node, const parts_job *job, uint32_t position,
                     const uint32_t *sizes, int64_t budget)
{
    const struct corral_solver *solver = worker->solver;
    const corral_codes *codes = solver->board.codes;
    uint32_t pairs = pairs_of(codes), block = position / SLICE_LANES, lane = position % SLICE_LANES;
    int64_t step = corral_stage_of(solver, node->guesses)->step;
    int64_t next = corral_stage_of(solver, node->guesses + 1)->step;
    search_option option = {.guess = corral_guess_number(node->list, position)};
    option.wins = job->parts[((size_t)block * PARTS_PLANES + WINS_PLANE) * SLICE_WORDS + lane / 64] >> lane % 64 & 1;
    option.lower = corral_times(step, node->set->count - option.wins);
    uint32_t found = option.wins ? winning_pair(codes) : pairs;
    for (uint32_t pair = 0; pair < pairs; pair++) {
        uint32_t size = sizes[pair];
        if (!size || pair == found)
            continue;
        int64_t least = node->table->least[size];
        option.lower = corral_add(option.lower, least);
        option.estimate += solver->estimates[size];
        option.dear |= (uint64_t)(pair < 64 && least > corral_times(next, size - 1)) << pair % 64;
    }
    search_frame *f = node->frame;
    if (option.lower >= budget)
        node->dropped = option.lower < node->dropped ? option.lower : node->dropped;
    else if (corral_look_reserve(worker, f, f->option_count + 1))
        f->options[f->option_count++] = option;
}

/* Take the guesses of a block that are kept out of the lanes. */
static void take_block(corral_worker *worker, search_node *node, const parts_job *job, uint32_t block, int64_t budget)
{
    enum { WORTH_SPREADING = 16 };
    const uint64_t *kept = worker->kept + (size_t)block * SLICE_WORDS;
    uint32_t pairs = pairs_of(worker->solver->board.codes), sizes[MAX_PAIRS], count = 0;
    uint8_t bytes[MAX_PAIRS * SLICE_LANES];
    for (int word = 0; word < SLICE_WORDS; word++)
        count += bit_count(kept[word]);
    if (!count || corral_worker_stops(worker, (uint64_t)count * pairs))
        return;
    bool spread = count >= WORTH_SPREADING && job->candidates <= LANES_MAX_CANDIDATES;
    if (spread)
        worker->solver->board.kernels->spread_sizes(job, block, bytes);
    for (uint32_t word = 0; word < SLICE_WORDS && !worker->status; word++)
        for (uint64_t lanes = kept[word]; lanes && !worker->status; lanes &= lanes - 1) {
            uint32_t lane = word * 64 + lowest_bit(lanes), position = block * SLICE_LANES + lane;
            if (!spread)
                read_sizes(job, pairs, position, sizes);
            for (uint32_t pair = 0; spread && pair < pairs; pair++)
                sizes[pair] = bytes[pair * SLICE_LANES + lane];
            take_out(worker, node, job, position, sizes, budget);
        }
}

static bool list_kept(corral_worker *worker, search_node *node, const parts_job *job, int64_t budget,
                      look_purpose purpose)
{
    const struct corral_solver *solver = worker->solver;
    const corral_slices *slices = &node->list->slices;
    uint32_t n = node->set->count;
    int64_t step = corral_stage_of(solver, node->guesses)->step;
    if (!corral_worker_reserve(worker, &worker->kept, &worker->kept_words, (size_t)slices->blocks * SLICE_WORDS,
                               sizeof *worker->kept))
        return false;
    bound_job bound = {.parts = job, .kept = worker->kept, .least_wins = UINT64_MAX, .least_others = UINT64_MAX};
    int shift = describe_hull(node->table, n, &bound);
    if (purpose == LEAST_COST && shift) /* costs that were rounded down are none: list them all */
        bound.limit_wins = bound.limit_others = UINT64_MAX;
    if (purpose == LIST_GUESSES) {
        bound.limit_wins = limit_of(budget, corral_times(step, n - 1), shift);
        bound.limit_others = limit_of(budget, corral_times(step, n), shift);
    }
    for (uint32_t first = 0; first < slices->blocks; first += BLOCKS_A_POLL) {
        uint32_t left = slices->blocks - first;
        solver->board.kernels->bound_guesses(&bound, first, first + (left < BLOCKS_A_POLL ? left : BLOCKS_A_POLL));
        if (corral_worker_stops(worker, (uint64_t)SLICE_LANES * BLOCKS_A_POLL))
            return false;
    }
    int64_t wins = bound_of(bound.least_wins, corral_times(step, n - 1), shift);
    int64_t others = bound_of(bound.least_others, corral_times(step, n), shift);
    node->dropped = wins < others ? wins : others;
    for (uint32_t block = 0; block < slices->blocks && !worker->status; block++)
        take_block(worker, node, job, block, purpose == LIST_GUESSES ? budget : CORRAL_FORBIDDEN);
    return !worker->status;
}

int64_t corral_look_least(const search_node *node)
{
    int64_t least = node->dropped;
    for (uint32_t i = 0; i < node->frame->option_count; i++)
        least = node->frame->options[i].lower < least ? node->frame->options[i].lower : least;
    return least;
}

static bool open_large(corral_worker *worker, search_node *node, int64_t budget, look_purpose purpose, int64_t *least)
{
    search_frame *f = node->frame;
    const corral_codes *codes = worker->solver->board.codes;
    const corral_slices *slices = &node->list->slices;
    most_parts most = {0, 0};
    int planes = 3;
    while (node->set->count >> planes)
        planes++;
    size_t words = (size_t)slices->blocks * pairs_of(codes) * (size_t)planes * SLICE_WORDS;
    if (!corral_worker_reserve(worker, &worker->sizes, &worker->size_words, words, sizeof *worker->sizes) ||
        !corral_worker_reserve(worker, &f->planes, &f->plane_words,
                               (size_t)slices->blocks * PARTS_PLANES * SLICE_WORDS, sizeof *f->planes))
        return false;
    parts_job job = {.width = corral_kernel_width(codes->rule.places),
                     .places = codes->rule.places,
                     .guesses = slices,
                     .tokens = worker->tokens,
                     .candidates = node->set->count,
                     .parts = f->planes,
                     .sizes = worker->sizes,
                     .size_planes = planes};
    if (!pass(worker, &job, true, &most) || !corral_look_measure(worker, node, &most) ||
        !list_kept(worker, node, &job, budget, purpose))
        return false;
    *least = corral_look_least(node);
    return true;
}

/* All ways */

bool corral_node_open(corral_worker *worker, search_node *node, int64_t budget, look_purpose purpose, int64_t *least)
{
    struct corral_solver *solver = worker->solver;
    const code_set *set = node->set;
    search_frame *f = corral_worker_frame(worker, node->depth, set->count);
    if (!f)
        return false;
    node->frame = f;
    node->dropped = CORRAL_FORBIDDEN;
    f->option_count = f->level_count = 0;
    node->budget = -1;
    if (!solver->sliced)
        return corral_look_plain(worker, node, budget, purpose, least);
    if (!corral_node_list(worker, node) || !corral_look_tokens(worker, set))
        return false;
    return set->count <= solver->largest_pass ? open_small(worker, node, least)
                                              : open_large(worker, node, budget, purpose, least);
}
