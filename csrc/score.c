#include "score.h"

#include "memory.h"

#include <string.h>

/* Sort by the upper halves, stably: by their bytes, of which few are in use. */
static corral_status sort_by_key(uint64_t *entries, uint64_t *scratch, uint32_t count, uint64_t largest,
                                 const corral_poll *poll)
{
    for (int shift = 32; shift < 64 && largest >> shift; shift += 8) {
        uint32_t starts[257] = {0};
        for (uint32_t i = 0; i < count; i++)
            starts[(entries[i] >> shift & 0xff) + 1]++;
        for (int digit = 0; digit < 256; digit++)
            starts[digit + 1] += starts[digit];
        for (uint32_t i = 0; i < count; i++) {
            scratch[starts[entries[i] >> shift & 0xff]++] = entries[i];
            if (i % CODES_A_POLL == 0 && corral_stopped(poll, i, count))
                return CORRAL_STOPPED;
        }
        memcpy(entries, scratch, count * sizeof *entries);
    }
    return CORRAL_OK;
}

/* Fill the entries: groups' numbers, then positions. With bulls alone no two guesses are known to have equal totals. */
static corral_status sort_by_group(const corral_guesses *guesses, const corral_codes *codes, uint64_t *entries,
                                   uint64_t *scratch, const corral_poll *poll)
{
    uint64_t largest = 0;
    for (uint32_t i = 0; i < guesses->count; i++) {
        uint8_t code[CORRAL_MAX_PLACES];
        corral_code_at(codes, corral_guess_number(guesses, i), code);
        uint32_t key = codes->rule.bulls_only ? i : corral_multiset(codes, code);
        entries[i] = (uint64_t)key << 32 | i;
        largest = entries[i] > largest ? entries[i] : largest;
        if (i % CODES_A_POLL == 0 && corral_stopped(poll, i, guesses->count))
            return CORRAL_STOPPED;
    }
    return sort_by_key(entries, scratch, guesses->count, largest, poll);
}

corral_status corral_guesses_group(corral_guesses *guesses, const corral_codes *codes, const corral_poll *poll)
{
    if (guesses->order)
        return CORRAL_OK;
    uint64_t *entries = corral_allocate(guesses->count, sizeof *entries);
    uint64_t *scratch = corral_allocate(guesses->count, sizeof *scratch);
    uint32_t *order = corral_allocate(guesses->count, sizeof *order);
    bool *starts_group = corral_allocate(guesses->count, sizeof *starts_group);
    bool enough = entries && scratch && order && starts_group;
    corral_status status =
        enough ? sort_by_group(guesses, codes, entries, scratch, poll) : CORRAL_NO_MEMORY;
    if (!status) {
        for (uint32_t i = 0; i < guesses->count; i++) {
            order[i] = (uint32_t)entries[i];
            starts_group[i] = i == 0 || entries[i] >> 32 != entries[i - 1] >> 32;
        }
        guesses->order = order;
        guesses->starts_group = starts_group;
    } else {
        corral_release(order);
        corral_release(starts_group);
    }
    corral_release(entries);
    corral_release(scratch);
    return status;
}

corral_status corral_guesses_make(const corral_codes *codes, const uint32_t *numbers, uint32_t count,
                                  const corral_poll *poll, corral_guesses **guesses)
{
    for (uint32_t i = 0; numbers && i < count; i++)
        if (numbers[i] >= codes->count)
            return CORRAL_INVALID;
    corral_guesses *made = corral_allocate_zeroed(1, sizeof *made);
    if (!made)
        return CORRAL_NO_MEMORY;
    made->count = numbers ? count : codes->count;
    corral_status status = CORRAL_OK;
    if (numbers) {
        made->numbers = corral_allocate(count, sizeof *numbers);
        if (!made->numbers)
            status = CORRAL_NO_MEMORY;
        else if (count)
            memcpy(made->numbers, numbers, count * sizeof *numbers);
    }
    if (!status)
        status = corral_slices_make(&made->slices, codes, made->numbers, made->count, poll);
    if (status)
        corral_guesses_free(made);
    else
        *guesses = made;
    return status;
}

corral_status corral_guesses_new(const corral_codes *codes, const uint32_t *numbers, uint32_t count,
                                 const corral_poll *poll, corral_guesses **guesses)
{
    corral_guesses *made;
    corral_status status = corral_guesses_make(codes, numbers, count, poll, &made);
    if (status)
        return status;
    status = corral_guesses_group(made, codes, poll);
    if (status)
        corral_guesses_free(made);
    else
        *guesses = made;
    return status;
}

void corral_guesses_free(corral_guesses *guesses)
{
    if (!guesses)
        return;
    corral_slices_clear(&guesses->slices);
    corral_release(guesses->numbers);
    corral_release(guesses->order);
    corral_release(guesses->starts_group);
    corral_release(guesses);
}

/* Few candidates: they pass one by one over lanes of guesses. */
static corral_status score_few(const corral_codes *codes, const corral_guesses *guesses, const uint32_t *candidates,
                               uint32_t count, lanes_job *job, const corral_poll *poll)
{
    uint32_t tokens_each = 2u * (uint32_t)job->width;
    uint16_t *tokens = corral_allocate((size_t)count * tokens_each, sizeof *tokens);
    void *scratch = corral_allocate(corral_lanes_scratch(job->width), 1);
    uint64_t *twins = corral_allocate((size_t)1 << 2 * TWIN_BITS, sizeof *twins);
    corral_status status = tokens && scratch && twins ? CORRAL_OK : CORRAL_NO_MEMORY;
    if (!status) {
        if (job->scores.nlogn && count <= TWIN_MAX_CANDIDATES) {
            for (uint32_t b = 0; b <= count; b++)
                for (uint32_t a = 0; a + b <= count; a++)
                    twins[b << TWIN_BITS | a] = job->nlogn[a] + job->nlogn[b];
            job->twin_nlogn = twins;
        }
        for (uint32_t i = 0; i < count; i++) {
            uint16_t *of_candidate = tokens + (size_t)i * tokens_each;
            corral_first_tokens(codes, candidates ? candidates[i] : i, of_candidate);
            corral_second_tokens(codes, candidates ? candidates[i] : i, of_candidate + job->width);
        }
        job->guesses = &guesses->slices;
        job->tokens = tokens;
        job->candidates = count;
        job->scratch = scratch;
        for (uint32_t block = 0; block < guesses->slices.blocks && !status; block++) {
            codes->kernels->score_lanes(job, block, block + 1);
            if (corral_stopped(poll, block, guesses->slices.blocks))
                status = CORRAL_STOPPED;
        }
    }
    corral_release(tokens);
    corral_release(scratch);
    corral_release(twins);
    return status;
}

/* A bit for every code: is it a candidate? NULL without memory. */
static uint64_t *membership(const corral_codes *codes, const uint32_t *candidates, uint32_t count)
{
    uint64_t *members = corral_allocate_zeroed(codes->count / 64 + 1u, sizeof *members);
    for (uint32_t i = 0; members && i < count; i++) {
        uint32_t candidate = candidates ? candidates[i] : i;
        members[candidate / 64] |= (uint64_t)1 << candidate % 64;
    }
    return members;
}

/* Many candidates stand in lanes, and the guesses pass over them group by group. */
static corral_status score_many(const corral_codes *codes, const corral_guesses *guesses, const uint32_t *candidates,
                                uint32_t count, group_job *job, const corral_poll *poll)
{
    enum { LONGEST_RUN = 1024, SHORTEST_RUN = 16, PAIRS_A_RUN = 1 << 22 };
    uint32_t run = PAIRS_A_RUN / count; /* guesses between two polls */
    run = run > LONGEST_RUN ? LONGEST_RUN : run < SHORTEST_RUN ? SHORTEST_RUN : run;
    corral_slices slices = {0};
    uint64_t *members = membership(codes, candidates, count);
    group_guess *batch = corral_allocate(run, sizeof *batch);
    corral_status status = members && batch ? CORRAL_OK : CORRAL_NO_MEMORY;
    if (!status)
        status = corral_slices_make(&slices, codes, candidates, count, poll);
    if (!status) {
        job->candidates = &slices;
        job->totals = corral_allocate((size_t)slices.blocks * (size_t)job->width, SLICE_WORDS * sizeof(uint64_t));
        status = job->totals ? CORRAL_OK : CORRAL_NO_MEMORY;
    }
    for (uint32_t first = 0; first < guesses->count && !status;) {
        uint16_t second_kind[MAX_WIDTH];
        corral_second_tokens(codes, corral_guess_number(guesses, guesses->order[first]), second_kind);
        uint32_t filled = 0;
        do {
            uint32_t output = guesses->order[first + filled], number = corral_guess_number(guesses, output);
            corral_first_tokens(codes, number, batch[filled].tokens);
            batch[filled].output = output;
            batch[filled].wins = codes->rule.places == job->width && members[number / 64] >> number % 64 & 1;
            filled++;
        } while (filled < run && first + filled < guesses->count && !guesses->starts_group[first + filled]);
        codes->kernels->score_group(job, second_kind, batch, filled);
        first += filled;
        if (corral_stopped(poll, first, guesses->count))
            status = CORRAL_STOPPED;
    }
    corral_slices_clear(&slices);
    corral_release(members);
    corral_release(batch);
    corral_release(job->totals);
    return status;
}

corral_status corral_score(const corral_codes *codes, const corral_guesses *guesses, const uint32_t *candidates,
                           uint32_t count, const corral_scores *scores, const corral_poll *poll)
{
    if (!candidates)
        count = codes->count;
    for (uint32_t i = 0; candidates && i < count; i++)
        if (candidates[i] >= codes->count)
            return CORRAL_INVALID;
    if (!count)
        return CORRAL_INVALID;
    int width = corral_kernel_width(codes->rule.places);
    const uint64_t *nlogn = codes->nlogn;
    uint64_t *longer = NULL;
    corral_status status = CORRAL_OK;
    if (!scores->nlogn) {
        nlogn = NULL;
    } else if (count >= codes->nlogn_count) {
        longer = corral_allocate((size_t)count + 1, sizeof *longer);
        status = longer ? corral_nlogn(count + 1, longer, poll) : CORRAL_NO_MEMORY;
        nlogn = longer;
    }
    if (status) {
        corral_release(longer);
        return status;
    }
    if (count <= LANES_MAX_CANDIDATES) {
        lanes_job job = {.width = width, .nlogn = nlogn, .scores = *scores};
        status = score_few(codes, guesses, candidates, count, &job, poll);
    } else {
        group_job job = {.width = width, .nlogn = nlogn, .scores = *scores};
        status = score_many(codes, guesses, candidates, count, &job, poll);
    }
    corral_release(longer);
    return status;
}
