/* Raising bounds by what the parts of many guesses show at once.

   A part of which no code tells the others apart costs at least step' * (n - 1) + min(step', step''), step' and step''
   being those of the two guesses that come next (see search.c, step 3). The kernels find such parts for many guesses at
   once (find_mixed), so that guesses are dropped without being evaluated.

   Where the options come from a level, their bound supposes parts as equal as can be; then the bound of a guess that
   makes m parts is step * (n - [g is a candidate]) + step' * (n - m), as if all its parts were told apart at once, and
   the rise of each that is not. */

#include "look.h"

#include "memory.h"
#include "portability.h"

enum { WORTH_RAISING = 48 };

/* For each candidate, which others answer it alike, in groups. */
static bool group_answers(corral_worker *worker, const search_node *node)
{
    const struct corral_solver *solver = worker->solver;
    uint32_t n = node->set->count, classes = solver->board.classes;
    if (!corral_worker_reserve(worker, &worker->alike, &worker->alike_capacity, (size_t)n * (n + classes),
                               sizeof *worker->alike))
        return false;
    uint16_t *next = worker->alike;
    uint8_t *of = worker->classes;
    for (uint32_t i = 0; i < n; i++) {
        uint16_t sizes[MAX_PARTS] = {0}, *members[MAX_PARTS];
        worker->alike_start[i] = (uint32_t)(next - worker->alike);
        corral_board_classify(&solver->board, node->set, node->set->codes[i], of);
        for (uint32_t j = 0; j < n; j++)
            sizes[of[j]]++;
        for (uint32_t class = 0; class + 1 < classes; class++)
            if (sizes[class] > 1) {
                *next++ = sizes[class];
                members[class] = next;
                next += sizes[class];
            }
        for (uint32_t j = 0; j < n; j++)
            if (of[j] + 1u < classes && sizes[of[j]] > 1)
                *members[of[j]]++ = (uint16_t)j;
    }
    worker->alike_start[n] = (uint32_t)(next - worker->alike);
    return true;
}

static bool find_mixed(corral_worker *worker, const search_node *node, uint32_t count)
{
    const struct corral_solver *solver = worker->solver;
    const corral_codes *codes = solver->board.codes;
    corral_guesses *list;
    if (!corral_worker_reserve(worker, &worker->mixed, &worker->mixed_capacity, count, sizeof *worker->mixed) ||
        !corral_worker_reserve(worker, &worker->vertical, &worker->vertical_bytes,
                               corral_vertical_scratch(node->set->count), 1) ||
        !corral_look_tokens(worker, node->set) || !group_answers(worker, node))
        return false;
    worker->status = corral_guesses_make(codes, worker->numbers, count, &worker->poll, &list);
    if (worker->status)
        return false;
    vertical_job job = {.width = corral_kernel_width(codes->rule.places),
                        .guesses = &list->slices,
                        .tokens = worker->tokens,
                        .candidates = node->set->count,
                        .alike = worker->alike,
                        .start = worker->alike_start,
                        .scratch = worker->vertical,
                        .mixed = worker->mixed};
    for (uint32_t block = 0; block < list->slices.blocks; block++) {
        solver->board.kernels->find_mixed(&job, block, block + 1);
        if (corral_worker_stops(worker, (uint64_t)SLICE_LANES * node->set->count))
            break;
    }
    corral_guesses_free(list);
    return !worker->status;
}

void corral_node_raise(corral_worker *worker, search_node *node, int64_t budget)
{
    const struct corral_solver *solver = worker->solver;
    search_frame *f = node->frame;
    uint32_t n = node->set->count;
    int64_t step = corral_stage_of(solver, node->guesses)->step;
    int64_t next = corral_stage_of(solver, node->guesses + 1)->step;
    int64_t later = corral_stage_of(solver, node->guesses + 2)->step;
    int64_t rise = next < later ? next : later;
    if (!solver->sliced || n > solver->largest_vertical || !rise || next == CORRAL_FORBIDDEN ||
        !corral_uses(solver, CORRAL_VERTICAL) ||
        corral_kernel_width(solver->board.codes->rule.places) > VERTICAL_MAX_WIDTH)
        return;
    if (!corral_worker_reserve(worker, &worker->numbers, &worker->number_capacity, f->option_count,
                               sizeof *worker->numbers))
        return;
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->option_count; i++)
        if (f->options[i].lower < budget)
            worker->numbers[count++] = f->options[i].guess;
    if (count < WORTH_RAISING || (!node->by_level && count < n / 4) || !find_mixed(worker, node, count))
        return;
    count = 0;
    for (uint32_t i = 0; i < f->option_count; i++) {
        search_option *option = &f->options[i];
        if (option->lower >= budget)
            continue;
        int64_t raised = option->lower + rise * bit_count(worker->mixed[count] & ~option->dear);
        if (node->by_level) {
            const option_level *level = &f->levels[node->next_level - 1];
            raised = corral_times(step, n - level->wins) + corral_times(next, n - level->parts) +
                     rise * bit_count(worker->mixed[count]);
        }
        option->lower = raised > option->lower ? raised : option->lower;
        count++;
    }
}
