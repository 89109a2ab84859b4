/* The numbers and the sizes of parts in bit lanes, against counting. */

#include "check.h"
#include "sliced.h"

#include <string.h>

/* What a guess must have been told; of its most parts, too. */
static void check_guess(const sliced *made, const parts_job *job, uint32_t guess, bool with_sizes, most_parts *most)
{
    uint32_t sizes[MAX_PAIRS];
    const uint32_t parts = plain_sizes(made, guess, job->candidates, sizes);
    const bool wins = plain_wins(made, guess, job->candidates);
    const size_t block = guess / SLICE_LANES;
    const uint64_t *planes = job->parts + block * PARTS_PLANES * SLICE_WORDS;
    CHECK(lane_number(planes, WINS_PLANE, guess) == parts);
    CHECK(lane_number(planes + WINS_PLANE * SLICE_WORDS, 1, guess) == wins);
    uint32_t *known = wins ? &most->wins : &most->others;
    *known = parts > *known ? parts : *known;
    for (int pair = 0; with_sizes && pair < made->pairs; pair++)
        CHECK(lane_number(job->sizes +
                              (block * (size_t)made->pairs + (size_t)pair) * (size_t)job->size_planes * SLICE_WORDS,
                          job->size_planes, guess) == sizes[pair]);
}

static void check_parts(const sliced *made, uint32_t candidates, int spare)
{
    const uint32_t blocks = made->guesses.blocks, guesses = made->guesses.count;
    for (int with_sizes = 0; with_sizes < 2; with_sizes++) {
        parts_job job = parts_room(made, candidates, spare);
        most_parts most = {0, 0}, expected = {0, 0};
        void (*count)(const parts_job *, uint32_t, uint32_t, most_parts *) =
            with_sizes ? made->kernels->count_sizes : made->kernels->count_parts;
        count(&job, 0, blocks / 2, &most);
        count(&job, blocks / 2, blocks, &most);
        for (uint32_t guess = 0; guess < guesses; guess++)
            check_guess(made, &job, guess, with_sizes, &expected);
        CHECK(most.wins == expected.wins && most.others == expected.others);
        /* What is larger stays. */
        most = (most_parts){expected.wins + 1, 80};
        count(&job, 0, blocks, &most);
        CHECK(most.wins == expected.wins + 1 && most.others == (expected.others > 80 ? expected.others : 80));
        parts_free(&job);
    }
}

static void test_games(void)
{
    static const uint32_t counts[] = {1,  2,  3,  4,  5,  6,  7,  8,   9,   14,  15,
                                      16, 17, 31, 32, 50, 63, 64, 127, 128, 255, 600};
    static const uint32_t guess_counts[] = {1, 64, 65, 130, 300, 511, 512, 513, 700, 1100};
    for (size_t i = 0; i < sliced_rule_count; i++) {
        if (check_quick() && corral_count(&sliced_rules[i]) > 5040)
            continue;
        const uint32_t guesses = check_quick() ? 70 : guess_counts[(i * 3 + 2) % 10];
        field f = field_of(&sliced_rules[i], 600, guesses, NULL);
        sliced made = sliced_of(&f);
        for (size_t j = 0; j < sizeof counts / sizeof *counts; j++)
            if (counts[j] < f.candidate_count && (!check_quick() || j % 4 == i % 4))
                check_parts(&made, counts[j], (int)(j % 3));
        check_parts(&made, f.candidate_count, 0);
        sliced_free(&made);
        field_free(&f);
    }
}

/* All lengths of the list of guesses around the ends of vectors and blocks: what lies behind does not count. */
static void test_guess_counts(void)
{
    for (uint32_t guesses = 1; guesses <= 1025; guesses += guesses % 64 < 2 || guesses % 64 == 63 ? 1 : 31) {
        field f = field_of(&sliced_rules[guesses % 2 ? 6 : 7], 40, guesses, NULL);
        sliced made = sliced_of(&f);
        check_parts(&made, 3, 0);
        if (!check_quick())
            check_parts(&made, 40, 0);
        sliced_free(&made);
        field_free(&f);
    }
}

/* A large part: sizes of many planes. */
static void test_many_candidates(void)
{
    const corral_rule rule = {.places = 5, .symbols = 8, .repeats = true, .leading_zero = true};
    field f = field_of(&rule, 32768, 20, NULL);
    sliced made = sliced_of(&f);
    check_parts(&made, 32768, 3);
    check_parts(&made, 32767, 0);
    check_parts(&made, 8191, 0);
    sliced_free(&made);
    field_free(&f);
}

int main(void)
{
    test_games();
    test_guess_counts();
    if (!check_quick())
        test_many_candidates();
    return check_end();
}
