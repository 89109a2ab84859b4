#include "sliced.h"

#include "check.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

const corral_rule sliced_rules[] = {
    {.places = 1, .symbols = 20, .leading_zero = true},
    {.places = 1, .symbols = 2, .leading_zero = true, .bulls_only = true},
    {.places = 2, .symbols = 12, .leading_zero = true},
    {.places = 2, .symbols = 9, .repeats = true, .bulls_only = true},
    {.places = 3, .symbols = 10},
    {.places = 3, .symbols = 10, .repeats = true, .leading_zero = true},
    {.places = 4, .symbols = 10, .leading_zero = true},
    {.places = 4, .symbols = 6, .repeats = true, .leading_zero = true},
    {.places = 4, .symbols = 6, .repeats = true, .bulls_only = true},
    {.places = 4, .symbols = 1, .repeats = true, .leading_zero = true},
    {.places = 5, .symbols = 8, .leading_zero = true},
    {.places = 5, .symbols = 5, .repeats = true},
    {.places = 5, .symbols = 4, .repeats = true, .leading_zero = true, .bulls_only = true},
    {.places = 6, .symbols = 6, .leading_zero = true},
    {.places = 6, .symbols = 4, .repeats = true, .leading_zero = true},
    {.places = 6, .symbols = 7, .bulls_only = true},
    {.places = 7, .symbols = 7},
    {.places = 7, .symbols = 3, .repeats = true, .leading_zero = true},
    {.places = 7, .symbols = 3, .repeats = true, .leading_zero = true, .bulls_only = true},
    {.places = 8, .symbols = 3, .repeats = true, .leading_zero = true},
    {.places = 8, .symbols = 2, .repeats = true},
    {.places = 9, .symbols = 2, .repeats = true, .leading_zero = true},
    {.places = 10, .symbols = 3, .repeats = true, .bulls_only = true},
    {.places = 11, .symbols = 3, .repeats = true, .leading_zero = true},
    {.places = 12, .symbols = 2, .repeats = true, .leading_zero = true},
    {.places = 12, .symbols = 3, .repeats = true},
    {.places = 12, .symbols = 2, .repeats = true, .bulls_only = true},
};
const size_t sliced_rule_count = sizeof sliced_rules / sizeof *sliced_rules;

sliced sliced_of(const field *f)
{
    sliced made = {.field = f, .kernels = corral_kernels_of(check_level())};
    made.width = corral_kernel_width(f->rule.places);
    made.pairs = (made.width + 1) * (made.width + 2) / 2;
    CHECK(corral_slices_make(&made.guesses, f->codes, f->guesses, f->guess_count, NULL) == CORRAL_OK);
    const size_t each = 2 * (size_t)made.width, answers = (size_t)f->guess_count * f->candidate_count;
    made.tokens = take(f->candidate_count * each, sizeof *made.tokens);
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        corral_first_tokens(f->codes, f->candidates[i], made.tokens + i * each);
        corral_second_tokens(f->codes, f->candidates[i], made.tokens + i * each + made.width);
    }
    made.pair = take(answers, 1);
    for (size_t i = 0; i < answers; i++) {
        const int bulls = f->answers[i] / (CORRAL_MAX_PLACES + 1), cows = f->answers[i] % (CORRAL_MAX_PLACES + 1);
        const int total = bulls + cows;
        made.pair[i] = (uint8_t)(total * (total + 1) / 2 + bulls);
    }
    return made;
}

void sliced_free(sliced *made)
{
    corral_slices_clear(&made->guesses);
    free(made->tokens);
    free(made->pair);
}

static uint64_t *nonsense(size_t words)
{
    uint64_t *made = corral_allocate(words, sizeof *made);
    CHECK(made);
    return memset(made, 0xa5, words * sizeof *made);
}

parts_job parts_room(const sliced *made, uint32_t candidates, int spare)
{
    parts_job job = {.width = made->width,
                     .places = made->field->rule.places,
                     .guesses = &made->guesses,
                     .tokens = made->tokens,
                     .candidates = candidates,
                     .size_planes = 3};
    while (candidates >> job.size_planes)
        job.size_planes++;
    job.size_planes += spare;
    const size_t blocks = made->guesses.blocks, planes = (size_t)made->pairs * (size_t)job.size_planes;
    job.parts = nonsense(blocks * PARTS_PLANES * SLICE_WORDS);
    job.sizes = nonsense(blocks * planes * SLICE_WORDS);
    return job;
}

void parts_free(parts_job *job)
{
    corral_release(job->parts);
    corral_release(job->sizes);
}

uint32_t plain_sizes(const sliced *made, uint32_t guess, uint32_t candidates, uint32_t sizes[MAX_PAIRS])
{
    uint32_t parts = 0;
    memset(sizes, 0, MAX_PAIRS * sizeof *sizes);
    for (uint32_t i = 0; i < candidates; i++)
        parts += sizes[made->pair[(size_t)guess * made->field->candidate_count + i]]++ == 0;
    return parts;
}

bool plain_wins(const sliced *made, uint32_t guess, uint32_t candidates)
{
    for (uint32_t i = 0; i < candidates; i++)
        if (made->field->candidates[i] == made->field->guesses[guess])
            return true;
    return false;
}

uint64_t lane_number(const uint64_t *planes, int count, uint32_t guess)
{
    uint64_t number = 0;
    planes += guess % SLICE_LANES / 64;
    for (int plane = 0; plane < count; plane++)
        number |= (planes[plane * SLICE_WORDS] >> guess % 64 & 1) << plane;
    return number;
}
