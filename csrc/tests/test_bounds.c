/* The bound of guesses in bit lanes, against counting. */

#include "check.h"
#include "memory.h"
#include "sliced.h"

#include <string.h>

typedef struct plain_bound {
    uint64_t value;
    bool wins, judged;
} plain_bound;

static plain_bound bound_of(const sliced *made, const bound_job *job, uint32_t guess)
{
    uint32_t sizes[MAX_PAIRS];
    const uint32_t candidates = job->parts->candidates, parts = plain_sizes(made, guess, candidates, sizes);
    plain_bound found = {.wins = plain_wins(made, guess, candidates), .judged = parts > 1};
    for (int pair = 0; pair < made->pairs; pair++) {
        found.judged = found.judged && sizes[pair] <= job->largest;
        if (sizes[pair])
            found.value += (uint64_t)job->slope * (sizes[pair] - 1);
        for (int jump = 0; jump < job->jumps; jump++)
            if (sizes[pair] > job->after[jump])
                found.value += (uint64_t)job->cost[jump] * (sizes[pair] - job->after[jump]);
    }
    return found;
}

static void check_bound(const sliced *made, bound_job *job)
{
    const uint32_t blocks = made->guesses.blocks;
    uint64_t least_wins = job->least_wins, least_others = job->least_others;
    job->kept = corral_allocate(blocks, SLICE_WORDS * sizeof *job->kept);
    memset(job->kept, 0xa5, blocks * SLICE_WORDS * sizeof *job->kept);
    made->kernels->bound_guesses(job, 0, blocks / 2);
    made->kernels->bound_guesses(job, blocks / 2, blocks);
    for (uint32_t guess = 0; guess < blocks * SLICE_LANES; guess++) {
        const bool kept = job->kept[guess / 64] >> guess % 64 & 1;
        if (guess >= made->guesses.count) {
            CHECK(!kept);
            continue;
        }
        const plain_bound expected = bound_of(made, job, guess);
        const bool less = expected.value < (expected.wins ? job->limit_wins : job->limit_others);
        uint64_t *least = expected.wins ? &least_wins : &least_others;
        CHECK(kept == (expected.judged && less));
        if (expected.judged && !less && expected.value < *least)
            *least = expected.value;
    }
    CHECK(job->least_wins == least_wins && job->least_others == least_others);
    corral_release(job->kept);
}

/* A limit near the value of some guess, of any magnitude, or beyond all. */
static uint64_t random_limit(const sliced *made, const bound_job *job)
{
    switch (random_below(10)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX - random_below(2);
    case 2:
        return random_below((uint64_t)1 << random_below(64));
    default:
        return bound_of(made, job, (uint32_t)random_below(made->guesses.count)).value + random_below(3);
    }
}

static bound_job random_bound(const sliced *made, const parts_job *parts)
{
    const uint32_t candidates = parts->candidates;
    const bool dear = random_below(3) == 0;
    bound_job job = {.parts = parts, .largest = UINT32_MAX, .least_wins = UINT64_MAX, .least_others = UINT64_MAX};
    job.slope = (uint32_t)(random_below(4) ? random_below(4) : random_below(MAX_JUMP_COST + 1));
    job.jumps = random_below(8) ? (int)random_below(MAX_JUMPS + 1) : MAX_JUMPS;
    for (int i = 0; i < job.jumps; i++) {
        job.after[i] = 1 + (uint32_t)random_below(random_below(2) ? 12 : candidates + 1);
        job.cost[i] = (uint32_t)(dear ? MAX_JUMP_COST - random_below(2) : random_below(5));
    }
    if (random_below(3) == 0)
        job.largest = 1 + (uint32_t)random_below(candidates);
    job.limit_wins = random_limit(made, &job);
    job.limit_others = random_limit(made, &job);
    if (random_below(4) == 0)
        job.least_wins = random_limit(made, &job);
    if (random_below(4) == 0)
        job.least_others = random_limit(made, &job);
    return job;
}

static void check_field(const sliced *made, uint32_t candidates, int tries)
{
    most_parts most = {0, 0};
    parts_job parts = parts_room(made, candidates, (int)random_below(3));
    made->kernels->count_sizes(&parts, 0, made->guesses.blocks, &most);
    for (int i = 0; i < tries; i++) {
        bound_job job = random_bound(made, &parts);
        check_bound(made, &job);
    }
    parts_free(&parts);
}

static void test_games(void)
{
    static const uint32_t guess_counts[] = {1, 65, 130, 300, 511, 513, 700};
    const int tries = check_quick() ? 2 : 12;
    for (size_t i = 0; i < sliced_rule_count; i++) {
        if (check_quick() && corral_count(&sliced_rules[i]) > 5040)
            continue;
        const uint32_t guesses = check_quick() ? 70 : guess_counts[i * 2 % 7];
        field f = field_of(&sliced_rules[i], 600, guesses, NULL);
        sliced made = sliced_of(&f);
        for (int j = 0; j < 12; j++)
            check_field(&made, 1 + (uint32_t)random_below(j % 2 ? f.candidate_count : f.candidate_count / 16 + 1),
                        tries);
        check_field(&made, f.candidate_count, tries);
        sliced_free(&made);
        field_free(&f);
    }
}

/* The largest values: one part of thousands, every cost the highest. */
static void test_large_values(void)
{
    const corral_rule rule = {.places = 5, .symbols = 8, .repeats = true, .leading_zero = true};
    field f = field_of(&rule, 32768, 9, NULL);
    sliced made = sliced_of(&f);
    most_parts most = {0, 0};
    parts_job parts = parts_room(&made, 32768, 0);
    made.kernels->count_sizes(&parts, 0, 1, &most);
    for (int i = 0; i < 40; i++) {
        bound_job job = random_bound(&made, &parts);
        job.slope = MAX_JUMP_COST;
        job.jumps = MAX_JUMPS;
        for (int jump = 0; jump < MAX_JUMPS; jump++) {
            job.after[jump] = 1 + (uint32_t)random_below(i % 2 ? 2 : 20000);
            job.cost[jump] = MAX_JUMP_COST;
        }
        job.limit_wins = random_limit(&made, &job);
        job.limit_others = random_limit(&made, &job);
        check_bound(&made, &job);
    }
    parts_free(&parts);
    sliced_free(&made);
    field_free(&f);
}

int main(void)
{
    test_games();
    if (!check_quick())
        test_large_values();
    return check_end();
}
