/* corral_score against counting: both kernels (few candidates, many), every width, every score. */

#include "check.h"
#include "reference.h"

#include <stdlib.h>
#include <string.h>

enum {
    ANSWERS = (CORRAL_MAX_PLACES + 1) * (CORRAL_MAX_PLACES + 1), /* numbers of pairs of bulls and cows */
    MOST_CANDIDATES = 1300,
    MOST_GUESSES = 600,
    GUARD = 0xa5
};

/* A game at the level under test, some of its codes as candidates, some as guesses, and what these are answered. */
typedef struct field {
    corral_rule rule;
    corral_codes *codes;
    const uint64_t *nlogn;
    uint32_t candidate_count, guess_count;
    uint32_t *candidates; /* distinct, in no order */
    uint32_t *guesses;    /* in no order, with repetitions */
    uint8_t *answers;     /* answers[guess * candidate_count + candidate] */
} field;

static uint64_t *nlogn_up_to(uint32_t count)
{
    uint64_t *table = take((size_t)count + 1, sizeof *table);
    CHECK(corral_nlogn(count + 1, table, NULL) == CORRAL_OK);
    return table;
}

/* The number of the pair of bulls and cows. */
static uint8_t answer_number(const corral_rule *rule, const uint8_t *guess, const uint8_t *secret)
{
    const answer found = reference_answer(rule, guess, secret);
    return (uint8_t)(found.bulls * (CORRAL_MAX_PLACES + 1) + found.cows);
}

/* Up to so many different codes in random order; all, if there are no more. */
static uint32_t *random_codes(uint32_t all, uint32_t *count)
{
    uint32_t *list = take(all, sizeof *list);
    for (uint32_t i = 0; i < all; i++)
        list[i] = i;
    shuffle(list, all);
    *count = all < *count ? all : *count;
    return list;
}

static field field_of(const corral_rule *rule, uint32_t candidates, uint32_t guesses, const uint64_t *nlogn)
{
    field f = {.rule = *rule, .nlogn = nlogn, .candidate_count = candidates, .guess_count = guesses};
    check_game(rule);
    CHECK(corral_codes_new(rule, check_level(), NULL, &f.codes) == CORRAL_OK);
    const uint32_t all = corral_codes_count(f.codes);
    f.candidates = random_codes(all, &f.candidate_count);
    f.guesses = take(guesses, sizeof *f.guesses);
    for (uint32_t i = 0; i < guesses; i++)
        f.guesses[i] = i % 8 == 7 ? f.guesses[i / 2] : (uint32_t)random_below(all);
    f.answers = take((size_t)guesses * f.candidate_count, 1);
    uint8_t(*secrets)[CORRAL_MAX_PLACES] = take(f.candidate_count, sizeof *secrets);
    for (uint32_t j = 0; j < f.candidate_count; j++)
        CHECK(corral_unrank(rule, f.candidates[j], secrets[j]) == CORRAL_OK);
    for (uint32_t i = 0; i < guesses; i++) {
        uint8_t guess[CORRAL_MAX_PLACES];
        CHECK(corral_unrank(rule, f.guesses[i], guess) == CORRAL_OK);
        for (uint32_t j = 0; j < f.candidate_count; j++)
            f.answers[(size_t)i * f.candidate_count + j] = answer_number(rule, guess, secrets[j]);
    }
    free(secrets);
    return f;
}

static void field_free(field *f)
{
    corral_codes_free(f->codes);
    free(f->candidates);
    free(f->guesses);
    free(f->answers);
}

/* Room for the scores of so many guesses and one more, which must stay as it is. */
typedef struct room {
    corral_scores scores;
    uint32_t count;
} room;

static room room_for(uint32_t count)
{
    const size_t size = (size_t)count + 1;
    room made = {.count = count};
    made.scores.parts = memset(take(size, sizeof(uint32_t)), GUARD, size * sizeof(uint32_t));
    made.scores.largest = memset(take(size, sizeof(uint32_t)), GUARD, size * sizeof(uint32_t));
    made.scores.squares = memset(take(size, sizeof(uint64_t)), GUARD, size * sizeof(uint64_t));
    made.scores.nlogn = memset(take(size, sizeof(uint64_t)), GUARD, size * sizeof(uint64_t));
    return made;
}

/* Is the score of a guess still what memset made of it? */
static bool untouched(const corral_scores *scores, uint32_t guess)
{
    return scores->parts[guess] == 0xa5a5a5a5u && scores->largest[guess] == 0xa5a5a5a5u &&
           scores->squares[guess] == 0xa5a5a5a5a5a5a5a5u && scores->nlogn[guess] == 0xa5a5a5a5a5a5a5a5u;
}

static void room_free(room *made)
{
    free(made->scores.parts);
    free(made->scores.largest);
    free(made->scores.squares);
    free(made->scores.nlogn);
}

static bool same_scores(const corral_scores *found, uint32_t guess, const score *expected)
{
    return found->parts[guess] == expected->parts && found->largest[guess] == expected->largest &&
           found->squares[guess] == expected->squares && found->nlogn[guess] == expected->nlogn;
}

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
        const uint32_t guesses = check_quick() ? 70 : rules[i].places == 4 ? MOST_GUESSES : 200;
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

/* Only the wanted scores are written, and they are the same. */
static void test_wanted(const field *f, uint32_t count)
{
    corral_guesses *guesses = NULL;
    check_game(&f->rule);
    if (!CHECK(corral_guesses_new(f->codes, f->guesses, f->guess_count, NULL, &guesses) == CORRAL_OK))
        return;
    room all = room_for(f->guess_count);
    CHECK(corral_score(f->codes, guesses, f->candidates, count, &all.scores, NULL) == CORRAL_OK);
    for (int wanted = 0; wanted < 16; wanted++) {
        room some = room_for(f->guess_count);
        const corral_scores scores = {.parts = wanted & 1 ? some.scores.parts : NULL,
                                      .largest = wanted & 2 ? some.scores.largest : NULL,
                                      .squares = wanted & 4 ? some.scores.squares : NULL,
                                      .nlogn = wanted & 8 ? some.scores.nlogn : NULL};
        CHECK(corral_score(f->codes, guesses, f->candidates, count, &scores, NULL) == CORRAL_OK);
        for (uint32_t i = 0; i < f->guess_count; i++) {
            CHECK(some.scores.parts[i] == (wanted & 1 ? all.scores.parts[i] : 0xa5a5a5a5u));
            CHECK(some.scores.largest[i] == (wanted & 2 ? all.scores.largest[i] : 0xa5a5a5a5u));
            CHECK(some.scores.squares[i] == (wanted & 4 ? all.scores.squares[i] : 0xa5a5a5a5a5a5a5a5u));
            CHECK(some.scores.nlogn[i] == (wanted & 8 ? all.scores.nlogn[i] : 0xa5a5a5a5a5a5a5a5u));
        }
        room_free(&some);
    }
    room_free(&all);
    corral_guesses_free(guesses);
}

static void test_refused(const field *f)
{
    const uint32_t all = corral_codes_count(f->codes);
    corral_guesses *guesses = NULL;
    check_game(&f->rule);
    CHECK(corral_guesses_new(f->codes, (const uint32_t[]){0, all}, 2, NULL, &guesses) == CORRAL_INVALID && !guesses);
    CHECK(corral_guesses_new(f->codes, (const uint32_t[]){0, UINT32_MAX}, 2, NULL, &guesses) == CORRAL_INVALID);
    if (!CHECK(corral_guesses_new(f->codes, (const uint32_t[]){0, all - 1}, 2, NULL, &guesses) == CORRAL_OK))
        return;
    room kept = room_for(2);
    CHECK(corral_score(f->codes, guesses, (const uint32_t[]){0, all}, 2, &kept.scores, NULL) == CORRAL_INVALID);
    CHECK(corral_score(f->codes, guesses, (const uint32_t[]){0}, 0, &kept.scores, NULL) == CORRAL_INVALID);
    room_free(&kept);
    corral_guesses_free(guesses);
    corral_guesses_free(NULL);
}

/* Few candidates and many: a poll that stops at once does so, one that never does is asked and changes nothing. */
static void test_stopped(const field *f, uint32_t count)
{
    corral_guesses *guesses = NULL;
    check_game(&f->rule);
    if (!CHECK(corral_guesses_new(f->codes, f->guesses, f->guess_count, NULL, &guesses) == CORRAL_OK))
        return;
    room expected = room_for(f->guess_count), found = room_for(f->guess_count);
    impatience caller = {.patience = 0};
    const corral_poll poll = {.stop = check_poll, .context = &caller};
    CHECK(corral_score(f->codes, guesses, f->candidates, count, &found.scores, &poll) == CORRAL_STOPPED);
    CHECK(caller.asked == 1);
    caller.patience = -1;
    CHECK(corral_score(f->codes, guesses, f->candidates, count, &found.scores, &poll) == CORRAL_OK);
    CHECK(caller.asked > 1);
    CHECK(corral_score(f->codes, guesses, f->candidates, count, &expected.scores, NULL) == CORRAL_OK);
    for (uint32_t i = 0; i < f->guess_count; i++)
        CHECK(found.scores.nlogn[i] == expected.scores.nlogn[i]);
    room_free(&expected);
    room_free(&found);
    corral_guesses_free(guesses);
}

int main(void)
{
    static const corral_rule mastermind = {.places = 4, .symbols = 6, .repeats = true, .leading_zero = true};
    uint64_t *nlogn = nlogn_up_to(5040);
    test_widths(nlogn);
    test_guess_counts(nlogn);
    test_all_codes(&(corral_rule){.places = 1, .symbols = 1, .leading_zero = true}, nlogn);
    test_all_codes(&(corral_rule){.places = 3, .symbols = 6, .leading_zero = true}, nlogn);
    field f = field_of(&mastermind, MOST_CANDIDATES, 70, nlogn);
    test_wanted(&f, 12);
    test_wanted(&f, 200);
    test_wanted(&f, 400);
    test_refused(&f);
    test_stopped(&f, 100);
    test_stopped(&f, 1000);
    field_free(&f);
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
