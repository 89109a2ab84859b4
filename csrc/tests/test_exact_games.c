/* Whole games: optima that are published, games that are as deep or as narrow as can be, and memos that are too small
   for what they are given. */

#include "check.h"
#include "exact_cases.h"

#include <stdlib.h>
#include <string.h>

enum { CHAIN = 300, DEEP_CHAIN = 1000, MOST_WEIGHTED = 30, AMPLE = 1 << 28 };

static const int64_t one = 1;
static const corral_schedule total = {&one, 1};

/* What a position costs; checks the tree against the game too, if there is one. */
static int64_t solve(const corral_position *position, const corral_schedule *schedule, const corral_matrix *game)
{
    corral_solver *solver = NULL;
    corral_outcome outcome = {.value = -1};
    corral_tree *tree = NULL;
    if (!CHECK(corral_solver_new(position, AMPLE, 0, NULL, &solver) == CORRAL_OK))
        return -1;
    CHECK(corral_solver_run(solver, schedule, CORRAL_FORBIDDEN, 1, NULL, &outcome) == CORRAL_OK);
    CHECK(outcome.ended && outcome.lower == outcome.value);
    if (game && CHECK(corral_solver_tree(solver, schedule, NULL, &tree) == CORRAL_OK)) {
        const brute_play play = brute_replay(game, position, schedule, tree);
        CHECK(play.sound);
        CHECK(outcome.value == CORRAL_FORBIDDEN || play.cost == outcome.value);
    }
    corral_tree_free(tree);
    corral_solver_free(solver);
    return outcome.value;
}

typedef struct optimum {
    corral_rule rule;
    bool consistent;
    exact_steps steps;
    int64_t value; /* the least total, or what the steps cost */
    bool is_total;
} optimum;

/* Totals: Koyama and Lai 1993, Chen and Lin 2004, Goddard 2003, Ville 2013; the worst case of five is Knuth's. */
static const optimum optima[] = {
    /* places, symbols, repeats, leading zero, bulls only */
    {.rule = {4, 4, true, true, false}, .steps = {{1}, 1}, .value = 905, .is_total = true},
    {.rule = {5, 3, true, true, false}, .steps = {{1}, 1}, .value = 816, .is_total = true},
    {.rule = {3, 7, false, true, false}, .steps = {{1}, 1}, .value = 836, .is_total = true},
    {.rule = {4, 5, false, true, false}, .steps = {{1}, 1}, .value = 462, .is_total = true},
    {.rule = {2, 10, true, true, false}, .steps = {{1}, 1}, .value = 517, .is_total = true},
    {.rule = {4, 6, false, true, false}, .steps = {{1}, 1}, .value = 1446, .is_total = true},
    {.rule = {4, 5, true, true, false}, .steps = {{1}, 1}, .value = 2463, .is_total = true},
    {.rule = {3, 10, false, true, false}, .steps = {{1}, 1}, .value = 3575, .is_total = true},
    {.rule = {4, 6, true, true, false}, .steps = {{1}, 1}, .value = 5625, .is_total = true},
    {.rule = {4, 6, true, true, false}, .steps = {{1, 1, 1, 1, CORRAL_FORBIDDEN}, 5}, .value = 5626, .is_total = true},
    {.rule = {4, 6, true, true, false}, .steps = {{0, 0, 0, CORRAL_FORBIDDEN}, 4}, .value = CORRAL_FORBIDDEN},
    {.rule = {4, 6, true, true, false}, .steps = {{1, 0}, 2}, .value = 1296 - 1},
    {.rule = {4, 6, true, true, false}, .steps = {{0, 1, 0}, 3}, .value = 1296 - 14},
    {.rule = {4, 6, true, true, false}, .steps = {{0, 0, 1, 0}, 4}, .value = 1296 - 132},
    {.rule = {4, 6, true, true, false}, .steps = {{0, 0, 0, 1, 0}, 5}, .value = 1296 - 768},
    {.rule = {4, 6, true, true, false}, .steps = {{0, 0, 0, 0, 1, 0}, 6}, .value = 0},
    {.rule = {4, 6, true, true, false}, .steps = {{0, 0, 0, 1, CORRAL_FORBIDDEN}, 5}, .value = 539},
    {.rule = {4, 6, true, true, false}, .consistent = true, .steps = {{1}, 1}, .value = 5660, .is_total = true},
};

static void test_optima(void)
{
    for (size_t i = 0; i < sizeof optima / sizeof *optima; i += check_quick() ? 3 : 1) {
        const optimum *known = &optima[i];
        if (check_quick() && corral_count(&known->rule) > 400)
            continue;
        exact_game game = game_of(&known->rule);
        const corral_matrix matrix = game_matrix(&game);
        const corral_schedule schedule = schedule_of(&known->steps);
        const corral_position start = {.codes = game.codes, .consistent = known->consistent};
        check_game(&known->rule);
        CHECK(solve(&start, &schedule, &matrix) + (known->is_total ? game.reference.count : 0) == known->value);
        game_free(&game);
    }
}

/* One place: a guess tells nothing but whether it is right. */
static void test_one_place(void)
{
    const corral_rule rule = {.places = 1, .symbols = CORRAL_MAX_SYMBOLS, .leading_zero = true};
    exact_game game = game_of(&rule);
    const corral_matrix matrix = game_matrix(&game);
    corral_position start = {.codes = game.codes};
    int64_t steps[40] = {0};
    check_game(&rule);
    CHECK(solve(&start, &total, &matrix) == 36 * 35 / 2);
    for (uint32_t limit = 34; limit < 37; limit++) {
        steps[limit - 1] = CORRAL_FORBIDDEN;
        const corral_schedule schedule = {steps, limit};
        CHECK(solve(&start, &schedule, &matrix) == (limit < 36 ? CORRAL_FORBIDDEN : 0));
        steps[limit - 1] = 0;
    }
    steps[9] = 1;
    CHECK(solve(&start, &(corral_schedule){steps, 11}, &matrix) == 26);
    start.consistent = true;
    CHECK(solve(&start, &total, &matrix) == 36 * 35 / 2);
    start.opener = (const uint32_t[]){5, 5, 5, 5};
    start.opener_count = 4;
    CHECK(solve(&start, &total, &matrix) == 35 * 4 + 35 * 34 / 2);
    game_free(&game);
}

/* Each guess wins or tells nothing. */
static void test_chain(uint32_t secrets)
{
    uint8_t *table = take((size_t)secrets * secrets, 1);
    uint64_t *weights = take(secrets, sizeof *weights);
    int64_t *steps = memset(take(secrets, sizeof *steps), 0, secrets * sizeof *steps), weighted = 0;
    for (uint32_t g = 0; g < secrets; g++) {
        for (uint32_t s = 0; s < secrets; s++)
            table[(size_t)g * secrets + s] = g == s;
        weights[g] = g; /* best found last to first */
        weighted += (int64_t)g * (secrets - 1 - g);
    }
    const corral_matrix matrix = {table, secrets, secrets, 2};
    corral_position start = {.matrix = &matrix};
    check_about("a chain");
    const int64_t n = secrets;
    CHECK(solve(&start, &total, &matrix) == n * (n + 1) / 2 - n);
    steps[n - 2] = CORRAL_FORBIDDEN; /* one guess too few */
    CHECK(solve(&start, &(corral_schedule){steps, secrets - 1}, &matrix) == CORRAL_FORBIDDEN);
    steps[n - 2] = 0;
    steps[n - 1] = CORRAL_FORBIDDEN;
    CHECK(solve(&start, &(corral_schedule){steps, secrets}, &matrix) == 0);
    start.weights = weights;
    if (secrets <= MOST_WEIGHTED)
        CHECK(solve(&start, &total, &matrix) == weighted);
    free(table);
    free(weights);
    free(steps);
}

/* The questions > n, < n and = n for a number below `count`; only a yes to = n wins. */
static void test_numbers(uint32_t count, int64_t least_total, uint32_t depth)
{
    uint8_t *table = take((size_t)3 * count * count, 1);
    for (uint32_t n = 0; n < count; n++)
        for (uint32_t s = 0; s < count; s++) {
            table[(size_t)n * count + s] = s > n;
            table[(size_t)(count + n) * count + s] = s < n;
            table[(size_t)(2 * count + n) * count + s] = s == n ? 2 : 0;
        }
    const corral_matrix matrix = {table, 3 * count, count, 3};
    const corral_position start = {.matrix = &matrix};
    check_about("numbers");
    CHECK(solve(&start, &total, &matrix) + count == least_total);
    for (uint32_t limit = depth - 1; limit <= depth; limit++) {
        int64_t steps[10] = {0};
        steps[limit - 1] = CORRAL_FORBIDDEN;
        CHECK(solve(&start, &(corral_schedule){steps, limit}, &matrix) == (limit < depth ? CORRAL_FORBIDDEN : 0));
    }
    free(table);
}

/* Games with one code, and games of which one code is left: nothing to be done but an opener. */
static void test_one_candidate(void)
{
    static const corral_rule single = {.places = 12, .symbols = 1, .repeats = true, .leading_zero = true};
    static const corral_rule more = {.places = 3, .symbols = 5, .leading_zero = true};
    static const int64_t limit[] = {2, CORRAL_FORBIDDEN}, forbidden = CORRAL_FORBIDDEN;
    const uint32_t left = 17;
    check_about("one candidate");
    exact_game game = game_of(&single);
    corral_matrix matrix = game_matrix(&game);
    corral_position start = {.codes = game.codes};
    CHECK(solve(&start, &total, &matrix) == 0);
    CHECK(solve(&start, &(corral_schedule){&forbidden, 1}, &matrix) == 0);
    game_free(&game);

    game = game_of(&more);
    matrix = game_matrix(&game);
    start = (corral_position){.codes = game.codes, .candidates = &left, .count = 1};
    CHECK(solve(&start, &total, &matrix) == 0);
    start.weights = (const uint64_t[]){5};
    start.opener = (const uint32_t[]){3, 17, 4};
    start.opener_count = 3;
    CHECK(solve(&start, &total, &matrix) == 5);
    CHECK(solve(&start, &(corral_schedule){limit, 2}, &matrix) == 10);
    CHECK(solve(&start, &(corral_schedule){&forbidden, 1}, &matrix) == CORRAL_FORBIDDEN);
    start.weights = (const uint64_t[]){0};
    CHECK(solve(&start, &total, &matrix) == 0);
    CHECK(solve(&start, &(corral_schedule){&forbidden, 1}, &matrix) == CORRAL_FORBIDDEN);
    game_free(&game);
}

/* Only as many different steps as a tree can reach matter, and they may be many. */
static void test_long_schedule(void)
{
    static int64_t steps[10000];
    const corral_rule rule = {.places = 1, .symbols = 9, .leading_zero = true};
    int64_t value = 0;
    check_about("a long schedule");
    for (int64_t t = 0; t < 10000; t++)
        steps[t] = t;
    for (int64_t t = 0; t < 8; t++)
        value += t * (8 - t);
    exact_game game = game_of(&rule);
    const corral_matrix matrix = game_matrix(&game);
    CHECK(solve(&(corral_position){.codes = game.codes}, &(corral_schedule){steps, 10000}, &matrix) == value);
    game_free(&game);
}

/* The search takes the same way at every level. */
static void test_nodes(void)
{
    static const corral_rule rule = {.places = 4, .symbols = 6, .repeats = true, .leading_zero = true};
    exact_game game = game_of(&rule);
    uint64_t nodes[2] = {0};
    check_game(&rule);
    for (int plain = 0; plain < 2; plain++) {
        const corral_position start = {.codes = plain ? game.plain : game.codes};
        corral_solver *solver = NULL;
        corral_outcome outcome;
        corral_solver_stats stats = {0};
        if (!CHECK(corral_solver_new(&start, 100000, 0, NULL, &solver) == CORRAL_OK))
            break;
        CHECK(corral_solver_run(solver, &total, CORRAL_FORBIDDEN, 1, NULL, &outcome) == CORRAL_OK);
        corral_solver_get_stats(solver, &stats);
        nodes[plain] = stats.nodes;
        corral_solver_free(solver);
    }
    CHECK(nodes[0] == nodes[1] && nodes[0] > 0);
    game_free(&game);
}

/* The same value and the same tree whatever the memory, and no more of it than was allowed. */
static void test_memory(void)
{
    static const corral_rule rule = {.places = 4, .symbols = 7, .leading_zero = true};
    static const uint64_t memories[] = {1 << 28, 0, 1, 4096, 1 << 16, 1 << 20, UINT64_MAX};
    exact_game game = game_of(&rule);
    const corral_matrix matrix = game_matrix(&game);
    const corral_position start = {.codes = game.codes};
    corral_tree *first = NULL;
    uint64_t bare = 0;
    check_game(&rule);
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) {
        corral_solver *solver = NULL;
        corral_outcome outcome = {0};
        corral_solver_stats stats = {0};
        corral_tree *tree = NULL;
        if (!CHECK(corral_solver_new(&start, memories[i], 0, NULL, &solver) == CORRAL_OK))
            continue;
        CHECK(corral_solver_run(solver, &total, CORRAL_FORBIDDEN, 1, NULL, &outcome) == CORRAL_OK);
        CHECK(outcome.ended && outcome.value + 840 == 3639);
        CHECK(corral_solver_tree(solver, &total, NULL, &tree) == CORRAL_OK);
        corral_solver_get_stats(solver, &stats);
        CHECK(stats.value == outcome.value && stats.lower == outcome.value && stats.nodes > 0);
        bare = i == 1 ? stats.memory : bare;
        CHECK(i < 2 || stats.memory <= bare || stats.memory - bare <= memories[i]);
        CHECK(stats.memory < (uint64_t)1 << 28);
        CHECK(memories[i] < 1 << 16 || (stats.memo_entries > 0 && stats.memo_entries < stats.memory));
        if (!first)
            first = tree;
        else
            CHECK(tree && tree->nodes == first->nodes &&
                  !memcmp(tree->guess, first->guess, first->nodes * sizeof *first->guess));
        if (tree) {
            const brute_play play = brute_replay(&matrix, &start, &total, tree);
            CHECK(play.sound && play.cost == outcome.value);
        }
        if (tree != first)
            corral_tree_free(tree);
        corral_solver_free(solver);
    }
    corral_tree_free(first);
    game_free(&game);
}

int main(void)
{
    test_optima();
    test_one_place();
    test_chain(2);
    test_chain(MOST_WEIGHTED);
    test_chain(CHAIN);
    if (getenv("CORRAL_SLOW"))
        test_chain(DEEP_CHAIN);
    test_numbers(7, 23, 4);
    test_numbers(101, 717, 8);
    test_one_candidate();
    test_long_schedule();
    if (!check_quick()) {
        test_nodes();
        test_memory();
    }
    return check_end();
}
