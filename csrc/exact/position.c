/* What a solver takes over of a position: the candidates, heaviest first, and their weights. */

#include "memory.h"
#include "search.h"

#include <string.h>

corral_status corral_check_position(const corral_position *position)
{
    if (!position->codes == !position->matrix)
        return CORRAL_INVALID;
    uint32_t guesses = position->codes ? position->codes->count : position->matrix->guesses;
    uint32_t secrets = position->codes ? position->codes->count : position->matrix->secrets;
    if (position->candidates && (!position->count || position->count > secrets))
        return CORRAL_INVALID;
    for (uint32_t i = 0; position->candidates && i < position->count; i++)
        if (position->candidates[i] >= secrets || (i && position->candidates[i] <= position->candidates[i - 1]))
            return CORRAL_INVALID;
    for (uint32_t i = 0; i < position->history_count; i++)
        if (position->history[i] >= guesses)
            return CORRAL_INVALID;
    for (uint32_t i = 0; i < position->opener_count; i++)
        if (position->opener[i] >= guesses)
            return CORRAL_INVALID;
    return CORRAL_OK;
}

/* Weights by secret, unless all are 1. */
static corral_status take_weights(struct corral_solver *solver, const corral_position *position)
{
    const uint32_t *candidates = solver->candidates;
    uint32_t count = solver->root.count;
    uint64_t sum = 0, heaviest = 0;
    bool alike = true;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t weight = position->weights ? position->weights[i] : 1;
        if (weight >= (uint64_t)CORRAL_FORBIDDEN - sum)
            return CORRAL_OVERFLOW;
        sum += weight;
        heaviest = weight > heaviest ? weight : heaviest;
        alike = alike && weight == 1;
    }
    solver->root.weight = sum;
    solver->root.heaviest = heaviest;
    if (alike)
        return CORRAL_OK;
    solver->weights = corral_allocate_zeroed(solver->board.secrets, sizeof *solver->weights);
    if (!solver->weights)
        return CORRAL_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        solver->weights[candidates[i]] = position->weights[i];
    solver->board.weights = solver->weights;
    return CORRAL_OK;
}

/* Merge two runs, the heavier first; of equal weights the left one. */
static corral_status merge(const uint64_t *weights, const uint32_t *from, uint32_t *to, size_t left, size_t right,
                           size_t end, const corral_poll *poll)
{
    for (size_t i = left, j = right, k = left; k < end; k++) {
        bool take_left = i < right && (j == end || weights[from[i]] >= weights[from[j]]);
        to[k] = from[take_left ? i++ : j++];
        if (k % CODES_A_POLL == 0 && corral_stopped(poll, 0, 0))
            return CORRAL_STOPPED;
    }
    return CORRAL_OK;
}

static corral_status sort_by_weight(struct corral_solver *solver, const corral_poll *poll)
{
    size_t count = solver->root.count;
    uint32_t *scratch = corral_allocate(count, sizeof *scratch);
    corral_status status = scratch ? CORRAL_OK : CORRAL_NO_MEMORY;
    for (size_t width = 1; width < count && !status; width *= 2) {
        for (size_t left = 0; left < count && !status; left += 2 * width) {
            size_t right = left + width < count ? left + width : count;
            size_t end = right + width < count ? right + width : count;
            status = merge(solver->weights, solver->candidates, scratch, left, right, end, poll);
        }
        if (!status)
            memcpy(solver->candidates, scratch, count * sizeof *scratch);
    }
    corral_release(scratch);
    return status;
}

static corral_status spell_words(struct corral_solver *solver, const corral_poll *poll)
{
    uint32_t count = solver->root.count;
    solver->words = corral_allocate(count, sizeof *solver->words);
    if (!solver->words)
        return CORRAL_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        solver->words[i] = corral_words_of(solver->board.codes, solver->candidates[i]);
        if (i % CODES_A_POLL == 0 && corral_stopped(poll, 0, 0))
            return CORRAL_STOPPED;
    }
    return CORRAL_OK;
}

corral_status corral_take_candidates(struct corral_solver *solver, const corral_position *position,
                                     const corral_poll *poll)
{
    uint32_t count = position->candidates ? position->count : solver->board.secrets;
    solver->candidates = corral_allocate(count, sizeof *solver->candidates);
    if (!solver->candidates)
        return CORRAL_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        solver->candidates[i] = position->candidates ? position->candidates[i] : i;
    solver->root.count = count;
    corral_status status = take_weights(solver, position);
    if (!status && solver->weights)
        status = sort_by_weight(solver, poll);
    if (!status && solver->board.has_words)
        status = spell_words(solver, poll);
    solver->root.codes = solver->candidates;
    solver->root.words = solver->words;
    return status;
}
