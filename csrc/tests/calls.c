#include "calls.h"

#include "check.h"

#include <stdlib.h>

enum { SMALL = 60, MIDDLE = 1296, LARGE = 100000, LONG = CORRAL_MAX_WORD_LENGTH };

static const corral_rule small_game = {.places = 3, .symbols = 5, .leading_zero = true};
static const corral_rule middle_game = {.places = 4, .symbols = 6, .repeats = true, .leading_zero = true};
static const corral_rule large_game = {.places = 5, .symbols = 10, .repeats = true, .leading_zero = true};

static corral_codes *small_codes, *middle_codes, *large_codes;
static corral_guesses *middle_guesses, *large_guesses;
static uint32_t list[MIDDLE];
static uint16_t short_words[MIDDLE * 4], long_words[MIDDLE * LONG]; /* the codes of the middle game, once and more */
static uint8_t table_of_words[MIDDLE * MIDDLE];
static corral_matrix matrix = {table_of_words, MIDDLE, MIDDLE, 0};

static corral_status word_table(const uint16_t *words, uint32_t length, const corral_poll *poll)
{
    const corral_word_list made = {CORRAL_BULLS_AND_COWS, length, words, MIDDLE, words, MIDDLE};
    uint32_t answers[CORRAL_MAX_MATRIX_CLASSES];
    return corral_word_table(&made, table_of_words, answers, &matrix.classes, poll);
}

static corral_status word_table_short(const corral_poll *poll)
{
    return word_table(short_words, 4, poll);
}

static corral_status word_table_long(const corral_poll *poll)
{
    return word_table(long_words, LONG, poll);
}

void calls_begin(void)
{
    for (uint32_t i = 0; i < MIDDLE; i++) {
        uint8_t code[CORRAL_MAX_PLACES];
        list[i] = MIDDLE - 1 - i;
        CHECK(corral_unrank(&middle_game, i, code) == CORRAL_OK);
        for (uint32_t place = 0; place < LONG; place++)
            short_words[4 * i + place % 4] = long_words[LONG * i + place] = code[place % 4];
    }
    CHECK(word_table_short(NULL) == CORRAL_OK);
    CHECK(corral_codes_new(&small_game, check_level(), NULL, &small_codes) == CORRAL_OK);
    CHECK(corral_codes_new(&middle_game, check_level(), NULL, &middle_codes) == CORRAL_OK);
    CHECK(corral_codes_new(&large_game, check_level(), NULL, &large_codes) == CORRAL_OK);
    CHECK(corral_guesses_new(middle_codes, NULL, 0, NULL, &middle_guesses) == CORRAL_OK);
    CHECK(corral_guesses_new(large_codes, list, 3, NULL, &large_guesses) == CORRAL_OK);
}

void calls_end(void)
{
    corral_guesses_free(middle_guesses);
    corral_guesses_free(large_guesses);
    corral_codes_free(small_codes);
    corral_codes_free(middle_codes);
    corral_codes_free(large_codes);
}

static corral_status new_codes(const corral_rule *rule, const corral_poll *poll)
{
    corral_codes *codes = NULL;
    const corral_status status = corral_codes_new(rule, check_level(), poll, &codes);
    CHECK((status == CORRAL_OK) == (codes != NULL));
    corral_codes_free(codes);
    return status;
}

static corral_status codes_new(const corral_poll *poll)
{
    return new_codes(&small_game, poll);
}

static corral_status codes_new_large(const corral_poll *poll)
{
    return new_codes(&large_game, poll);
}

static corral_status table(const corral_poll *poll)
{
    uint8_t *out = take(SMALL * SMALL, 1);
    const corral_status status = corral_table(small_codes, out, poll);
    free(out);
    return status;
}

static corral_status split(const corral_poll *poll)
{
    uint32_t *out = take(LARGE, sizeof *out), *sizes = take(CORRAL_MAX_CLASSES, sizeof *sizes);
    const corral_status status = corral_split(large_codes, 7, NULL, 0, out, sizes, poll);
    free(out);
    free(sizes);
    return status;
}

static corral_status new_guesses(const corral_codes *codes, const uint32_t *numbers, uint32_t count,
                                 const corral_poll *poll)
{
    corral_guesses *guesses = NULL;
    const corral_status status = corral_guesses_new(codes, numbers, count, poll, &guesses);
    CHECK((status == CORRAL_OK) == (guesses != NULL));
    corral_guesses_free(guesses);
    return status;
}

static corral_status guesses_new(const corral_poll *poll)
{
    return new_guesses(middle_codes, list, MIDDLE, poll);
}

static corral_status guesses_new_large(const corral_poll *poll)
{
    return new_guesses(large_codes, NULL, 0, poll);
}

static corral_status score(const corral_codes *codes, const corral_guesses *guesses, uint32_t guess_count,
                           const uint32_t *candidates, uint32_t count, const corral_poll *poll)
{
    uint32_t *parts = take(guess_count, sizeof *parts);
    uint64_t *nlogn = take(guess_count, sizeof *nlogn);
    const corral_scores scores = {.parts = parts, .nlogn = nlogn};
    const corral_status status = corral_score(codes, guesses, candidates, count, &scores, poll);
    free(parts);
    free(nlogn);
    return status;
}

static corral_status score_few(const corral_poll *poll)
{
    return score(middle_codes, middle_guesses, MIDDLE, list, 20, poll);
}

static corral_status score_many(const corral_poll *poll)
{
    return score(middle_codes, middle_guesses, MIDDLE, list, 300, poll);
}

static corral_status score_very_many(const corral_poll *poll)
{
    return score(large_codes, large_guesses, 3, NULL, 0, poll);
}

static corral_status nlogn(const corral_poll *poll)
{
    uint64_t *out = take(LARGE, sizeof *out);
    const corral_status status = corral_nlogn(LARGE, out, poll);
    free(out);
    return status;
}

static corral_status matrix_check(const corral_poll *poll)
{
    uint32_t *found = take(MIDDLE, sizeof *found);
    const corral_status status = corral_matrix_check(&matrix, found, poll);
    free(found);
    return status;
}

static corral_status matrix_split(const corral_poll *poll)
{
    uint32_t *out = take(MIDDLE, sizeof *out), sizes[CORRAL_MAX_MATRIX_CLASSES];
    const corral_status status = corral_matrix_split(&matrix, 7, NULL, 0, out, sizes, poll);
    free(out);
    return status;
}

static corral_status matrix_score(const corral_poll *poll)
{
    uint64_t *nlogn = take(MIDDLE, sizeof *nlogn);
    const corral_scores scores = {.nlogn = nlogn};
    const corral_status status = corral_matrix_score(&matrix, NULL, 0, NULL, 0, &scores, poll);
    free(nlogn);
    return status;
}

static corral_status new_tree(const corral_codes *codes, corral_strategy strategy, bool consistent,
                              uint32_t opener_count, const corral_poll *poll)
{
    static const uint32_t opener[] = {7, 11};
    corral_tree *tree = NULL;
    const corral_status status = corral_tree_new(codes, strategy, consistent, opener, opener_count, poll, &tree);
    CHECK((status == CORRAL_OK) == (tree != NULL));
    corral_tree_free(tree);
    return status;
}

static corral_status tree_sieve(const corral_poll *poll)
{
    return new_tree(small_codes, CORRAL_SIEVE, false, 0, poll);
}

static corral_status tree_minimax(const corral_poll *poll)
{
    return new_tree(small_codes, CORRAL_MINIMAX, false, 2, poll);
}

static corral_status tree_entropy(const corral_poll *poll)
{
    return new_tree(small_codes, CORRAL_ENTROPY, true, 0, poll);
}

/* Starts with more candidates than one lane of guesses can count. */
static corral_status tree_large(const corral_poll *poll)
{
    return new_tree(middle_codes, CORRAL_MOST_PARTS, false, 0, poll);
}

const call calls[] = {
    {"corral_codes_new", true, codes_new},
    {"corral_codes_new, many codes", true, codes_new_large},
    {"corral_table", true, table},
    {"corral_split", false, split},
    {"corral_guesses_new", true, guesses_new},
    {"corral_guesses_new, all of many codes", true, guesses_new_large},
    {"corral_score, few candidates", true, score_few},
    {"corral_score, many candidates", true, score_many},
    {"corral_score, very many candidates", true, score_very_many},
    {"corral_nlogn", true, nlogn},
    {"corral_word_table, answers in bytes", true, word_table_short},
    {"corral_word_table, long words", true, word_table_long},
    {"corral_matrix_check", true, matrix_check},
    {"corral_matrix_split", false, matrix_split},
    {"corral_matrix_score", true, matrix_score},
    {"corral_tree_new, sieve", true, tree_sieve},
    {"corral_tree_new, minimax and an opener", true, tree_minimax},
    {"corral_tree_new, entropy of candidates", true, tree_entropy},
    {"corral_tree_new, many candidates", true, tree_large},
};
const int call_count = sizeof calls / sizeof *calls;
