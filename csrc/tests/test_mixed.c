/* Parts that no code inside them tells apart, against plain trying. */

#include "check.h"
#include "memory.h"
#include "sliced.h"

#include <stdlib.h>
#include <string.h>

/* The answers of candidates to each other, and their groups. */
typedef struct family {
    uint8_t *answers; /* [i * candidates + j] */
    uint16_t *alike;
    uint32_t *start;
} family;

static family family_of(const field *f, uint32_t candidates)
{
    const size_t pairs = (size_t)candidates * candidates;
    family made = {take(pairs, 1), take(2 * pairs + ANSWERS, sizeof(uint16_t)),
                   take((size_t)candidates + 1, sizeof(uint32_t))};
    uint8_t(*codes)[CORRAL_MAX_PLACES] = take(candidates, sizeof *codes);
    for (uint32_t i = 0; i < candidates; i++)
        CHECK(corral_unrank(&f->rule, f->candidates[i], codes[i]) == CORRAL_OK);
    uint32_t filled = 0;
    for (uint32_t i = 0; i < candidates; i++) {
        uint8_t *answers = made.answers + (size_t)i * candidates;
        for (uint32_t j = 0; j < candidates; j++)
            answers[j] = answer_number(&f->rule, codes[i], codes[j]);
        made.start[i] = filled;
        for (int number = 0; number < ANSWERS; number++) {
            const uint32_t size_at = filled++;
            for (uint32_t j = 0; j < candidates; j++)
                if (j != i && answers[j] == number)
                    made.alike[filled++] = (uint16_t)j;
            made.alike[size_at] = (uint16_t)(filled - size_at - 1);
            if (filled - size_at - 1 < 2)
                filled = size_at;
        }
    }
    made.start[candidates] = filled;
    free(codes);
    return made;
}

static void family_free(family *made)
{
    free(made->answers);
    free(made->alike);
    free(made->start);
}

/* Does a member tell all the others apart? */
static bool member_tells(const uint8_t *answers, const uint16_t *members, uint32_t count, uint32_t own)
{
    bool seen[ANSWERS] = {false};
    for (uint32_t i = 0; i < count; i++) {
        if (members[i] == own)
            continue;
        if (seen[answers[members[i]]])
            return false;
        seen[answers[members[i]]] = true;
    }
    return true;
}

static uint64_t plain_mixed(const sliced *made, const family *kin, uint32_t candidates, uint32_t guess)
{
    uint64_t mixed = 0;
    uint16_t members[VERTICAL_MAX_CANDIDATES];
    for (int pair = 0; pair < made->pairs; pair++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < candidates; i++)
            if (made->pair[(size_t)guess * made->field->candidate_count + i] == pair)
                members[count++] = (uint16_t)i;
        bool told = count == 0;
        for (uint32_t i = 0; i < count && !told; i++)
            told = member_tells(kin->answers + (size_t)members[i] * candidates, members, count, members[i]);
        if (!told)
            mixed |= (uint64_t)1 << pair;
    }
    return mixed;
}

static void check_mixed(const sliced *made, uint32_t candidates)
{
    family kin = family_of(made->field, candidates);
    const uint32_t guesses = made->guesses.count, blocks = made->guesses.blocks;
    vertical_job job = {.width = made->width,
                        .guesses = &made->guesses,
                        .tokens = made->tokens,
                        .candidates = candidates,
                        .alike = kin.alike,
                        .start = kin.start,
                        .scratch = corral_allocate(corral_vertical_scratch(candidates), 1),
                        .mixed = take((size_t)guesses + 1, sizeof(uint64_t))};
    memset(job.mixed, 0xa5, (guesses + 1) * sizeof *job.mixed);
    made->kernels->find_mixed(&job, 0, blocks / 2);
    made->kernels->find_mixed(&job, blocks / 2, blocks);
    for (uint32_t guess = 0; guess < guesses; guess++)
        CHECK(job.mixed[guess] == plain_mixed(made, &kin, candidates, guess));
    CHECK(job.mixed[guesses] == 0xa5a5a5a5a5a5a5a5u);
    corral_release(job.scratch);
    free(job.mixed);
    family_free(&kin);
}

int main(void)
{
    static const uint32_t counts[] = {1, 2, 3, 4, 6, 9, 14, 20, 33, 48, 70, 100, 180, 300};
    static const uint32_t guess_counts[] = {1, 65, 130, 300, 511, 513, 700};
    for (size_t i = 0; i < sliced_rule_count; i++) {
        if (sliced_rules[i].places > VERTICAL_MAX_WIDTH)
            continue;
        field f = field_of(&sliced_rules[i], VERTICAL_MAX_CANDIDATES, check_quick() ? 70 : guess_counts[i * 2 % 7],
                           NULL);
        sliced made = sliced_of(&f);
        for (size_t j = 0; j < sizeof counts / sizeof *counts; j++)
            if (counts[j] < f.candidate_count && (!check_quick() || j % 4 == i % 4))
                check_mixed(&made, counts[j]);
        if (!check_quick())
            check_mixed(&made, f.candidate_count);
        sliced_free(&made);
        field_free(&f);
    }
    return check_end();
}
