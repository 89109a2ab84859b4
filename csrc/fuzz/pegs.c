/* Rules and codes, and all that looks one guess ahead. */

#include "brute.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Codes of any rule: those that can be listed at once are made elsewhere. */
static void new_codes(fuzz_input *in, const corral_rule *rule, bool valid)
{
    enum { LARGE = 400, TOO_LARGE_FOR_HERE = 1 << 20 };
    void *const untouched = &(char){0};
    const bool strange = fuzz_once_in(in, 4);
    const corral_level level = strange ? (corral_level)(CORRAL_LEVELS + fuzz_draw(in, 9)) : fuzz_level(in);
    const uint64_t count = valid ? corral_count(rule) : 0;
    corral_codes *codes = untouched;
    if (count > TOO_LARGE_FOR_HERE && count <= CORRAL_MAX_CODES)
        return;
    const corral_poll *poll = fuzz_begin(in, count > LARGE);
    if (count > LARGE)
        in->patience = 0;
    const corral_status status =
        fuzz_end(in, corral_codes_new(rule, level, poll, &codes), valid && !strange, count > CORRAL_MAX_CODES);
    CHECK((status == CORRAL_OK) == (codes != untouched));
    CHECK(!valid || strange || (status == CORRAL_TOO_LARGE) == (count > CORRAL_MAX_CODES));
    if (status == CORRAL_OK) {
        CHECK(corral_codes_count(codes) == count);
        corral_codes_free(codes);
    }
}

void fuzz_rules(fuzz_input *in)
{
    while (fuzz_more(in)) {
        const corral_rule rule = {.places = (uint8_t)fuzz_draw(in, fuzz_once_in(in, 4) ? 256 : 14),
                                  .symbols = (uint8_t)fuzz_draw(in, fuzz_once_in(in, 4) ? 256 : 38),
                                  .repeats = fuzz_once_in(in, 2),
                                  .leading_zero = fuzz_once_in(in, 2),
                                  .bulls_only = fuzz_once_in(in, 2)};
        const bool sized = rule.places && rule.places <= CORRAL_MAX_PLACES && rule.symbols &&
                           rule.symbols <= CORRAL_MAX_SYMBOLS && (rule.repeats || rule.symbols >= rule.places);
        const bool valid = sized && (rule.leading_zero || rule.symbols > 1);
        CHECK(corral_rule_check(&rule) == (valid ? CORRAL_OK : CORRAL_INVALID));
        new_codes(in, &rule, valid);
        if (!valid)
            continue;
        uint8_t *codes[2] = {take(rule.places, 1), take(rule.places, 1)};
        const uint64_t count = corral_count(&rule), number = fuzz_draw(in, count);
        uint64_t ranked = UINT64_MAX;
        CHECK(corral_unrank(&rule, count + fuzz_draw(in, 9), codes[0]) == CORRAL_INVALID);
        CHECK(corral_unrank(&rule, number, codes[0]) == CORRAL_OK);
        CHECK(corral_rank(&rule, codes[0], &ranked) == CORRAL_OK && ranked == number);
        for (int place = 0; place < rule.places; place++)
            codes[1][place] = (uint8_t)fuzz_draw(in, fuzz_once_in(in, 8) ? 256 : rule.symbols);
        ranked = UINT64_MAX;
        if (corral_rank(&rule, codes[1], &ranked) == CORRAL_OK) {
            corral_classes classes;
            corral_classes_of(&rule, &classes);
            const unsigned class = corral_feedback(&rule, &classes, codes[0], codes[1]);
            const answer expected = reference_answer(&rule, codes[0], codes[1]);
            CHECK(classes.bulls[class] == expected.bulls && classes.cows[class] == expected.cows);
        } else {
            CHECK(ranked == UINT64_MAX);
        }
        free(codes[0]);
        free(codes[1]);
    }
}

typedef struct pegs {
    const reference *game;
    corral_codes *codes;
} pegs;

static const uint8_t *row_of(const pegs *p, uint32_t guess)
{
    return p->game->table + (size_t)guess * p->game->count;
}

static void split(fuzz_input *in, const pegs *p)
{
    const uint32_t all = p->game->count;
    const uint32_t guess = (uint32_t)fuzz_draw(in, fuzz_once_in(in, 8) ? 2 * all : all);
    bool valid = true;
    uint32_t count = 0, *candidates = fuzz_once_in(in, 3) ? NULL : fuzz_numbers(in, all, all, &count, &valid);
    const uint32_t given = candidates ? count : all;
    uint32_t *out = take(given, sizeof *out), *sizes = take(CORRAL_MAX_CLASSES, sizeof *sizes);
    const corral_poll *poll = fuzz_begin(in, false);
    if (fuzz_end(in, corral_split(p->codes, guess, candidates, count, out, sizes, poll), valid && guess < all,
                 false) == CORRAL_OK)
        CHECK(fuzz_is_split(row_of(p, guess), candidates, given, out, sizes, CORRAL_MAX_CLASSES));
    free(candidates);
    free(out);
    free(sizes);
}

static void score_guesses(fuzz_input *in, const pegs *p)
{
    void *const untouched = &(char){0};
    const uint32_t all = p->game->count;
    bool valid = true;
    uint32_t guess_count = 0, count = 0;
    uint32_t *numbers = fuzz_once_in(in, 2) ? NULL : fuzz_numbers(in, all, 40, &guess_count, &valid);
    corral_guesses *guesses = untouched;
    const corral_poll *poll = fuzz_begin(in, false);
    const corral_status made =
        fuzz_end(in, corral_guesses_new(p->codes, numbers, guess_count, poll, &guesses), valid, false);
    CHECK((made == CORRAL_OK) == (guesses != untouched));
    const uint32_t scored = numbers ? guess_count : all;
    while (made == CORRAL_OK) {
        uint32_t *candidates = fuzz_once_in(in, 4) ? NULL : fuzz_ascending(in, all, all, &count);
        const bool strange = candidates && fuzz_once_in(in, 8), none = candidates && fuzz_once_in(in, 8);
        if (strange)
            candidates[count - 1] = all;
        corral_scores scores = fuzz_scores(in, scored);
        poll = fuzz_begin(in, false);
        const corral_status status = fuzz_end(
            in, corral_score(p->codes, guesses, candidates, none ? 0 : count, &scores, poll), !strange && !none, false);
        for (uint32_t i = 0; i < scored && status == CORRAL_OK; i++)
            CHECK(fuzz_scored(&scores, i, row_of(p, numbers ? numbers[i] : i), candidates, candidates ? count : all));
        fuzz_scores_free(&scores);
        free(candidates);
        if (!fuzz_more(in) || fuzz_once_in(in, 2))
            break;
    }
    if (made == CORRAL_OK)
        corral_guesses_free(guesses);
    free(numbers);
}

static void fill_table(fuzz_input *in, const pegs *p)
{
    const size_t bytes = (size_t)p->game->count * p->game->count;
    uint8_t *out = take(bytes, 1);
    const corral_poll *poll = fuzz_begin(in, false);
    if (fuzz_end(in, corral_table(p->codes, out, poll), true, false) == CORRAL_OK)
        CHECK(!memcmp(out, p->game->table, bytes));
    free(out);
}

static void grow_tree(fuzz_input *in, const pegs *p)
{
    static const int64_t one = 1;
    const uint32_t all = p->game->count;
    const corral_matrix matrix = {p->game->table, all, all, p->game->classes};
    const corral_schedule total = {&one, 1};
    corral_tree *const untouched = &(corral_tree){0}, *tree = untouched;
    const bool strange = fuzz_once_in(in, 16), consistent = fuzz_once_in(in, 4);
    const uint64_t strategy = fuzz_draw(in, CORRAL_STRATEGIES) + (strange ? CORRAL_STRATEGIES : 0);
    uint32_t count = 0;
    bool valid = true;
    uint32_t *opener = fuzz_once_in(in, 2) ? fuzz_numbers(in, all, 6, &count, &valid) : NULL;
    const corral_poll *poll = fuzz_begin(in, false);
    const corral_status status = fuzz_end(in,
                                          corral_tree_new(p->codes, (corral_strategy)strategy, consistent, opener,
                                                          count, fuzz_draw(in, UINT64_MAX), poll, &tree),
                                          valid && !strange, false);
    CHECK((status == CORRAL_OK) == (tree != untouched));
    if (status == CORRAL_OK) {
        const corral_position start = {
            .codes = p->codes,
            .opener = opener,
            .opener_count = count,
            .consistent = consistent || strategy == CORRAL_SIEVE || strategy == CORRAL_RANDOM};
        CHECK(brute_replay(&matrix, &start, &total, tree).sound);
        corral_tree_free(tree);
    }
    free(opener);
}

static void nlogn(fuzz_input *in, const pegs *p)
{
    const bool strange = fuzz_once_in(in, 4);
    const uint32_t count = (uint32_t)fuzz_draw(in, p->game->count + 1);
    uint64_t *out = take(count, sizeof *out);
    const corral_poll *poll = fuzz_begin(in, false);
    const corral_status status =
        fuzz_end(in, corral_nlogn(strange ? CORRAL_MAX_CODES + 2u + count : count, out, poll), !strange, false);
    CHECK(status != CORRAL_OK || !memcmp(out, fuzz_nlogn(), count * sizeof *out));
    free(out);
}

void fuzz_pegs(fuzz_input *in)
{
    static void (*const calls[])(fuzz_input *, const pegs *) = {split, score_guesses, fill_table, grow_tree, nlogn};
    pegs p = {.game = fuzz_game(in, UINT32_MAX)};
    if (!CHECK(corral_codes_new(&p.game->rule, fuzz_level(in), NULL, &p.codes) == CORRAL_OK))
        return;
    do
        calls[fuzz_draw(in, sizeof calls / sizeof *calls)](in, &p);
    while (fuzz_more(in));
    corral_codes_free(p.codes);
}
