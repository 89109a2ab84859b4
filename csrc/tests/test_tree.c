/* Trees of all strategies: they are replayed against the reference, and the choice at every node must be the one of a
   slow direct implementation of the rule. */

#include "check.h"
#include "portability.h"
#include "reference.h"

#include <stdlib.h>
#include <string.h>

enum { SEED = 7 };

/* More often than any tree here asks: a rule that never comes to an end fails, rather than hangs. */
enum { PATIENCE = 1 << 20 };

typedef struct opener {
    const uint32_t *guesses;
    uint32_t count;
} opener;

static const opener no_opener = {NULL, 0};

/* What the answers of a guess leave: the number of candidates of each class. */
static void sizes_of(const reference *game, uint32_t guess, const uint32_t *candidates, uint32_t count,
                     uint32_t sizes[CORRAL_MAX_CLASSES])
{
    const uint8_t *row = game->table + (size_t)guess * game->count;
    memset(sizes, 0, CORRAL_MAX_CLASSES * sizeof *sizes);
    for (uint32_t i = 0; i < count; i++)
        sizes[row[candidates[i]]]++;
}

/* splitmix64, which sums up the increments and gives their mix. */
static uint64_t mix(uint64_t sum)
{
    sum += 0x9e3779b97f4a7c15u;
    sum = (sum ^ (sum >> 30)) * 0xbf58476d1ce4e5b9u;
    sum = (sum ^ (sum >> 27)) * 0x94d049bb133111ebu;
    return sum ^ (sum >> 31);
}

/* Which of so many candidates the random strategy asks at a node: by a hash of the seed and the steps, newest first. */
static uint32_t drawn(const corral_tree *tree, const uint32_t *parent, uint32_t node, uint32_t count)
{
    uint64_t hash = mix(SEED), low;
    for (; node; node = parent[node]) {
        hash = mix(hash ^ tree->guess[parent[node]]);
        hash = mix(hash ^ (tree->label[node] + UINT64_C(1)) * (UINT64_C(1) << 32));
    }
    return (uint32_t)multiply_64(hash, count, &low);
}

/* Small is good. */
static uint64_t cost(corral_strategy strategy, const score *of)
{
    switch (strategy) {
    case CORRAL_MINIMAX:
        return of->largest;
    case CORRAL_EXPECTED_SIZE:
        return of->squares;
    case CORRAL_ENTROPY:
        return of->nlogn;
    default:
        return UINT32_MAX - of->parts;
    }
}

/* The best of all codes, or of the candidates alone; ties go to a candidate, then to the smaller number. */
static uint32_t best_guess(const reference *game, corral_strategy strategy, bool consistent, const uint64_t *nlogn,
                           const uint32_t *candidates, uint32_t count)
{
    if (strategy == CORRAL_SIEVE)
        return candidates[0];
    uint64_t best = UINT64_MAX;
    uint32_t choice = 0, next = 0;
    bool choice_fits = false;
    for (uint32_t guess = 0; guess < game->count; guess++) {
        while (next < count && candidates[next] < guess)
            next++;
        const bool fits = next < count && candidates[next] == guess;
        if (consistent && !fits)
            continue;
        uint32_t sizes[CORRAL_MAX_CLASSES];
        sizes_of(game, guess, candidates, count, sizes);
        const score of = reference_score(sizes, game->classes, nlogn);
        const uint64_t value = cost(strategy, &of);
        if (value < best || (value == best && fits && !choice_fits)) {
            best = value;
            choice = guess;
            choice_fits = fits;
        }
    }
    return choice;
}

/* Walk the tree from the root on, with the candidates of every node, ascending. Returns the number of secrets found. */
static uint32_t replay(const reference *game, const corral_tree *tree, corral_strategy strategy, bool consistent,
                       opener first, const uint64_t *nlogn)
{
    uint32_t **candidates = take(tree->nodes, sizeof *candidates), *depth = take(tree->nodes, sizeof *depth);
    uint32_t *parent = take(tree->nodes, sizeof *parent);
    uint32_t known = 1, found = 0;
    candidates[0] = take(game->count, sizeof **candidates);
    depth[0] = 0;
    for (uint32_t i = 0; i < game->count; i++)
        candidates[0][i] = i;
    CHECK(tree->size[0] == game->count && tree->label[0] == 0);
    for (uint32_t node = 0; node < known; node++) {
        uint32_t *here = candidates[node], count = tree->size[node], guess = tree->guess[node];
        uint32_t sizes[CORRAL_MAX_CLASSES];
        CHECK(guess == (depth[node] < first.count    ? first.guesses[depth[node]]
                        : strategy == CORRAL_RANDOM ? here[drawn(tree, parent, node, count)]
                                                    : best_guess(game, strategy, consistent, nlogn, here, count)));
        CHECK(tree->first[node] == known);
        sizes_of(game, guess, here, count, sizes);
        found += sizes[game->classes - 1];
        for (unsigned class = 0; class + 1 < game->classes; class++) {
            if (!sizes[class] || !CHECK(known < tree->nodes))
                continue;
            CHECK(tree->label[known] == class);
            CHECK(tree->size[known] == sizes[class]);
            uint32_t *left = candidates[known] = take(sizes[class], sizeof *left);
            for (uint32_t i = 0; i < count; i++)
                if (game->table[(size_t)guess * game->count + here[i]] == class)
                    *left++ = here[i];
            parent[known] = node;
            depth[known++] = depth[node] + 1;
        }
        free(here);
    }
    CHECK(known == tree->nodes);
    CHECK(tree->first[tree->nodes] == tree->nodes);
    free(candidates);
    free(depth);
    free(parent);
    return found;
}

static void check_tree(const reference *game, const corral_codes *codes, corral_strategy strategy, bool consistent,
                       opener first, const uint64_t *nlogn)
{
    corral_tree *tree = NULL;
    impatience caller = {.patience = PATIENCE};
    const corral_poll poll = {.stop = check_poll, .context = &caller};
    if (!CHECK(corral_tree_new(codes, strategy, consistent, first.guesses, first.count, SEED, &poll, &tree) ==
               CORRAL_OK))
        return;
    CHECK(replay(game, tree, strategy, consistent, first, nlogn) == game->count);
    corral_tree_free(tree);
}

/* Every strategy, also with candidates alone and after openers: the first and the last code, the last code again and
   again, which tells nothing new, and more guesses than most secrets need. */
static void test_game(const corral_rule *rule, bool openers)
{
    check_game(rule);
    reference game = reference_game(rule);
    const uint32_t last = game.count - 1;
    const uint32_t ends[] = {0, last}, same[] = {last, last, last};
    const uint32_t many[] = {last / 2, last, 0, last / 3, last, last / 5};
    const opener all[] = {{ends, 2}, {same, 3}, {many, 6}};
    uint64_t *nlogn = take((size_t)game.count + 1, sizeof *nlogn);
    CHECK(corral_nlogn(game.count + 1, nlogn, NULL) == CORRAL_OK);
    corral_codes *codes = NULL;
    CHECK(corral_codes_new(rule, check_level(), NULL, &codes) == CORRAL_OK);
    for (int strategy = 0; strategy < CORRAL_STRATEGIES; strategy++)
        for (int consistent = 0; consistent < 2; consistent++) {
            check_tree(&game, codes, (corral_strategy)strategy, consistent, no_opener, nlogn);
            for (size_t i = 0; openers && i < sizeof all / sizeof *all; i++)
                check_tree(&game, codes, (corral_strategy)strategy, consistent, all[i], nlogn);
        }
    corral_codes_free(codes);
    free(nlogn);
    reference_free(&game);
}

static void test_games(void)
{
    test_game(&(corral_rule){.places = 1, .symbols = 1, .leading_zero = true}, true);
    test_game(&(corral_rule){.places = 12, .symbols = 1, .repeats = true, .leading_zero = true}, true);
    test_game(&(corral_rule){.places = 1, .symbols = 2}, true);
    test_game(&(corral_rule){.places = 1, .symbols = 36, .leading_zero = true}, true);
    test_game(&(corral_rule){.places = 2, .symbols = 7, .leading_zero = true}, true);
    test_game(&(corral_rule){.places = 3, .symbols = 4, .repeats = true}, true);
    test_game(&(corral_rule){.places = 3, .symbols = 5}, true);
    test_game(&(corral_rule){.places = 4, .symbols = 4, .leading_zero = true}, true);
    test_game(&(corral_rule){.places = 6, .symbols = 2, .repeats = true, .leading_zero = true}, true);
    test_game(&(corral_rule){.places = 3, .symbols = 5, .repeats = true, .bulls_only = true}, true);
    if (check_quick())
        return;
    test_game(&(corral_rule){.places = 3, .symbols = 9}, true);
    test_game(&(corral_rule){.places = 4, .symbols = 6}, true);
    test_game(&(corral_rule){.places = 4, .symbols = 5, .repeats = true}, true);
    test_game(&(corral_rule){.places = 4, .symbols = 7, .leading_zero = true}, false);
    test_game(&(corral_rule){.places = 4, .symbols = 6, .leading_zero = true, .bulls_only = true}, true);
    test_game(&(corral_rule){.places = 6, .symbols = 3, .repeats = true, .leading_zero = true}, false);
    test_game(&(corral_rule){.places = 9, .symbols = 2, .repeats = true}, true);
    test_game(&(corral_rule){.places = 4, .symbols = 6, .repeats = true, .leading_zero = true}, false);
}

/* Guesses that all secrets together take, and the most that one takes; checks that node and children fit together. */
static void check_known(const corral_rule *rule, corral_strategy strategy, uint64_t known_total, uint32_t known_depth)
{
    corral_codes *codes = NULL;
    corral_tree *tree = NULL;
    impatience caller = {.patience = PATIENCE};
    const corral_poll poll = {.stop = check_poll, .context = &caller};
    check_game(rule);
    CHECK(corral_codes_new(rule, check_level(), NULL, &codes) == CORRAL_OK);
    if (!CHECK(corral_tree_new(codes, strategy, false, NULL, 0, 0, &poll, &tree) == CORRAL_OK))
        return;
    uint64_t total = 0;
    uint32_t depth = 0;
    for (uint32_t start = 0, end = 1; start < end; depth++) { /* the nodes of this depth */
        for (uint32_t node = start; node < end; node++)
            total += tree->size[node];
        start = end;
        end = tree->first[end];
    }
    CHECK(total == known_total);
    CHECK(depth == known_depth);
    corral_tree_free(tree);
    corral_codes_free(codes);
}

/* Known totals; those of Mastermind are in Kooi 2005. */
static void test_known_totals(void)
{
    static const corral_rule mastermind = {.places = 4, .symbols = 6, .repeats = true, .leading_zero = true};
    static const corral_rule bulls_and_cows = {.places = 4, .symbols = 10, .leading_zero = true};
    check_known(&mastermind, CORRAL_MINIMAX, 5801, 5);
    check_known(&mastermind, CORRAL_EXPECTED_SIZE, 5696, 6);
    check_known(&mastermind, CORRAL_ENTROPY, 5722, 6);
    check_known(&mastermind, CORRAL_MOST_PARTS, 5668, 6);
    check_known(&bulls_and_cows, CORRAL_SIEVE, 28024, 9);
}

static void test_refused(void)
{
    const corral_rule rule = {.places = 3, .symbols = 5, .leading_zero = true}; /* 60 codes */
    corral_codes *codes = NULL;
    corral_tree *tree = NULL;
    check_game(&rule);
    CHECK(corral_codes_new(&rule, check_level(), NULL, &codes) == CORRAL_OK);
    CHECK(corral_tree_new(codes, CORRAL_STRATEGIES, false, NULL, 0, 0, NULL, &tree) == CORRAL_INVALID);
    CHECK(corral_tree_new(codes, CORRAL_SIEVE, false, (const uint32_t[]){0, 60}, 2, 0, NULL, &tree) == CORRAL_INVALID);
    CHECK(corral_tree_new(codes, CORRAL_MINIMAX, true, (const uint32_t[]){UINT32_MAX}, 1, 0, NULL, &tree) ==
          CORRAL_INVALID);
    CHECK(!tree);
    corral_tree_free(NULL);
    corral_codes_free(codes);
}

int main(void)
{
    test_games();
    if (!check_quick())
        test_known_totals();
    test_refused();
    return check_end();
}
