/* corral_score against counting: both kernels (few candidates, many), every width, every score. */

#include "check.h"
#include "scoring.h"

#include <stdlib.h>

/* The first `count` candidates. */
static void check_scores(const field *f, const corral_guesses *guesses, uint32_t count)
{
    room found = room_for(f->guess_count);
    CHECK(corral_score(f->codes, guesses, f->candidates, count, &found.scores, NULL) == CORRAL_OK);
    for (uint32_t i = 0; i < f->guess_count; i++) {
        uint32_t sizes[ANSWERS] = {0};
        for (uint32_t j = 0; j < count; j++)
            sizes[f->answers[(size_t)i * f->candidate_count + j]]++;
        const score expected = reference_score(sizes, ANSWERS, f->nlogn);
        CHECK(same_scores(&found.scores, i, &expected));
    }
    CHECK(untouched(&found.scores, f->guess_count));
    room_free(&found);
}

/* Numbers of candidates around those at which a batch, a byte, a vector or a kernel ends. */
static void check_candidate_counts(const field *f)
{
    static const uint32_t counts[] = {1,   2,   3,   7,   8,   9,   15,  16,  17,  31,  32,  63,  64,  65,   127,
                                      128, 129, 254, 255, 256, 257, 511, 512, 513, 767, 768, 769, 1000, 1279, 1280};
    corral_guesses *guesses = NULL;
    if (!CHECK(corral_guesses_new(f->codes, f->guesses, f->guess_count, NULL, &guesses) == CORRAL_OK))
        return;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i] < f->candidate_count && (!check_quick() || i % 3 == 0))
            check_scores(f, guesses, counts[i]);
    check_scores(f, guesses, f->candidate_count);
    corral_guesses_free(guesses);
}

/* Each kernel width with all its places, kinds of rules and kinds of feedback. */
static void test_widths(const uint64_t *nlogn)
{
    static const corral_rule rules[] = {
        {.places = 1, .symbols = 36, .leading_zero = true},
        {.places = 1, .symbols = 1, .leading_zero = true, .bulls_only = true},
        {.places = 2, .symbols = 36, .leading_zero = true},
        {.places = 2, .symbols = 20, .repeats = true, .bulls_only = true},
        {.places = 3, .symbols = 11, .leading_zero = true},
        {.places = 3, .symbols = 10, .repeats = true},
        {.places = 4, .symbols = 10},
        {.places = 4, .symbols = 6, .repeats = true, .leading_zero = true},
        {.places = 4, .symbols = 6, .repeats = true, .leading_zero = true, .bulls_only = true},
        {.places = 4, .symbols = 1, .repeats = true, .leading_zero = true},
        {.places = 5, .symbols = 7, .leading_zero = true},
        {.places = 5, .symbols = 8, .repeats = true},
        {.places = 5, .symbols = 5, .repeats = true, .leading_zero = true, .bulls_only = true},
        {.places = 6, .symbols = 6, .leading_zero = true},
        {.places = 6, .symbols = 5, .repeats = true, .leading_zero = true},
        {.places = 6, .symbols = 7, .bulls_only = true},
        {.places = 7, .symbols = 7, .leading_zero = true},
        {.places = 7, .symbols = 4, .repeats = true},
        {.places = 7, .symbols = 3, .repeats = true, .leading_zero = true, .bulls_only = true},
        {.places = 8, .symbols = 8, .leading_zero = true},
        {.places = 8, .symbols = 3, .repeats = true, .leading_zero = true},
        {.places = 8, .symbols = 2, .repeats = true, .leading_zero = true, .bulls_only = true},
        {.places = 9, .symbols = 9, .leading_zero = true},
        {.places = 9, .symbols = 3, .repeats = true},
        {.places = 10, .symbols = 2, .repeats = true, .leading_zero = true},
        {.places = 10, .symbols = 3, .repeats = true, .bulls_only = true},
        {.places = 11, .symbols = 3, .repeats = true, .leading_zero = true},
        {.places = 12, .symbols = 2, .repeats = true, .leading_zero = true},
        {.places = 12, .symbols = 3, .repeats = true},
        {.places = 12, .symbols = 2, .repeats = true, .leading_zero = true, .bulls_only = true},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (check_quick() && corral_count(&rules[i]) > 10000)
            continue;
        const uint32_t guesses = check_quick() ? 70 : rules[i].places == 4 ? 600 : 200;
        field f = field_of(&rules[i], MOST_CANDIDATES, guesses, nlogn);
        check_candidate_counts(&f);
        field_free(&f);
    }
}

/* Lists of guesses around the ends of words, vectors and blocks, and none at all. */
static void test_guess_counts(const uint64_t *nlogn)
{
    static const uint32_t guess_counts[] = {0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513};
    static const uint32_t candidate_counts[] = {5, 40, 255, 256, 600};
    field f = field_of(&(corral_rule){.places = 4, .symbols = 6, .repeats = true}, MOST_CANDIDATES, 513, nlogn);
    for (size_t i = 0; i < sizeof guess_counts / sizeof *guess_counts; i++) {
        corral_guesses *guesses = NULL;
        f.guess_count = guess_counts[i];
        if (!CHECK(corral_guesses_new(f.codes, f.guesses, f.guess_count, NULL, &guesses) == CORRAL_OK))
            continue;
        for (size_t j = 0; j < sizeof candidate_counts / sizeof *candidate_counts; j++)
            if (!check_quick() || (i + j) % 4 == 0)
                check_scores(&f, guesses, candidate_counts[j]);
        corral_guesses_free(guesses);
    }
    field_free(&f);
}

/* All codes as guesses, all as candidates: the lists are NULL. With 7 of 7 symbols, all guesses are one group, and all
   totals are 7: counters of bits reach the most that they ever hold. */
static void test_all_codes(const corral_rule *rule, const uint64_t *nlogn)
{
    check_game(rule);
    corral_codes *codes = NULL;
    corral_guesses *guesses = NULL;
    CHECK(corral_codes_new(rule, check_level(), NULL, &codes) == CORRAL_OK);
    CHECK(corral_guesses_new(codes, NULL, 0, NULL, &guesses) == CORRAL_OK);
    const uint32_t all = corral_codes_count(codes);
    uint32_t some = 300, *list = random_codes(all, &some);
    uint8_t(*code)[CORRAL_MAX_PLACES] = take(all, sizeof *code);
    for (uint32_t i = 0; i < all; i++)
        CHECK(corral_unrank(rule, i, code[i]) == CORRAL_OK);
    room found = room_for(all);
    CHECK(corral_score(codes, guesses, list, some, &found.scores, NULL) == CORRAL_OK);
    for (uint32_t i = 0; i < all; i++) {
        uint32_t sizes[ANSWERS] = {0};
        for (uint32_t j = 0; j < some; j++)
            sizes[answer_number(rule, code[i], code[list[j]])]++;
        const score expected = reference_score(sizes, ANSWERS, nlogn);
        CHECK(same_scores(&found.scores, i, &expected));
    }
    CHECK(corral_score(codes, guesses, NULL, 0, &found.scores, NULL) == CORRAL_OK);
    for (uint32_t k = 0; k < (all < 40 ? all : 40); k++) {
        const uint32_t i = all < 40 ? k : (uint32_t)random_below(all);
        uint32_t sizes[ANSWERS] = {0};
        for (uint32_t j = 0; j < all; j++)
            sizes[answer_number(rule, code[i], code[j])]++;
        const score expected = reference_score(sizes, ANSWERS, nlogn);
        CHECK(same_scores(&found.scores, i, &expected));
    }
    CHECK(untouched(&found.scores, all));
    room_free(&found);
    free(list);
    free(code);
    corral_guesses_free(guesses);
    corral_codes_free(codes);
}

/* A guess that none of the candidates has a symbol of: they are one part, the largest that there can be. */
static void test_one_part(const uint64_t *nlogn)
{
    static const uint32_t counts[] = {1, 31, 32, 254, 255, 256, 257, 360};
    const corral_rule rule = {.places = 4, .symbols = 10, .leading_zero = true};
    corral_codes *codes = NULL;
    corral_guesses *guesses = NULL;
    uint32_t list[360], filled = 0;
    check_game(&rule);
    CHECK(corral_codes_new(&rule, check_level(), NULL, &codes) == CORRAL_OK);
    CHECK(corral_guesses_new(codes, (const uint32_t[]){0}, 1, NULL, &guesses) == CORRAL_OK);
    for (uint32_t number = 0; number < 5040 && filled < 360; number++) {
        uint8_t guess[CORRAL_MAX_PLACES], code[CORRAL_MAX_PLACES];
        CHECK(corral_unrank(&rule, 0, guess) == CORRAL_OK && corral_unrank(&rule, number, code) == CORRAL_OK);
        if (answer_number(&rule, guess, code) == 0)
            list[filled++] = number;
    }
    room found = room_for(1);
    for (size_t i = 0; i < sizeof counts / sizeof *counts && CHECK(filled == 360); i++) {
        const score expected = reference_score(&counts[i], 1, nlogn);
        CHECK(corral_score(codes, guesses, list, counts[i], &found.scores, NULL) == CORRAL_OK);
        CHECK(same_scores(&found.scores, 0, &expected));
    }
    room_free(&found);
    corral_guesses_free(guesses);
    corral_codes_free(codes);
}

/* Very many candidates and a few guesses: more than the counters of bits hold before they are read (3584 or 7680), and
   more than the codes keep n log n for (65535). */
static void test_many_candidates(const corral_rule *rule, const uint32_t *counts, size_t lists)
{
    const uint32_t most = counts[lists - 1];
    uint64_t *nlogn = nlogn_up_to(most);
    field f = field_of(rule, most, 3, nlogn);
    corral_guesses *guesses = NULL;
    if (CHECK(f.candidate_count == most) &&
        CHECK(corral_guesses_new(f.codes, f.guesses, f.guess_count, NULL, &guesses) == CORRAL_OK))
        for (size_t i = 0; i < lists; i++)
            check_scores(&f, guesses, counts[i]);
    corral_guesses_free(guesses);
    field_free(&f);
    free(nlogn);
}

int main(void)
{
    uint64_t *nlogn = nlogn_up_to(5040);
    test_widths(nlogn);
    test_guess_counts(nlogn);
    test_one_part(nlogn);
    test_all_codes(&(corral_rule){.places = 1, .symbols = 1, .leading_zero = true}, nlogn);
    test_all_codes(&(corral_rule){.places = 3, .symbols = 6, .leading_zero = true}, nlogn);
    if (!check_quick()) {
        test_all_codes(&(corral_rule){.places = 7, .symbols = 7, .leading_zero = true}, nlogn);
        test_all_codes(&(corral_rule){.places = 4, .symbols = 6, .repeats = true, .bulls_only = true}, nlogn);
        test_many_candidates(&(corral_rule){.places = 8, .symbols = 8, .leading_zero = true},
                             (const uint32_t[]){3584, 3585, 7168, 7680, 7681, 40320}, 6);
        test_many_candidates(&(corral_rule){.places = 5, .symbols = 10, .repeats = true, .leading_zero = true},
                             (const uint32_t[]){65535, 65536, 65537, 100000}, 4);
    }
    free(nlogn);
    return check_end();
}
