/* The signature of the exact search, made of the core alone: the CRC-32 of the positions searched and the values found
   on a list of games, objectives and limits of memory. It is the same on every machine, so this is also the test that
   nothing depends on the order of bytes, the size of a pointer or the compiler.

   `corral bench --signature` makes the same number from Python (src/corral/bench.py), whose objectives are played here
   as the runs that they consist of. Whoever means to change the search writes the new number here. */

#include "check.h"
#include "corral.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SIGNATURE UINT32_C(3289199791)

enum { MOST_LEVELS = 16, MOST_ASKED = 2 };

typedef struct asked {
    uint8_t guess[CORRAL_MAX_PLACES], bulls, cows;
} asked;

/* A position, and what is known of it. */
typedef struct quest {
    uint32_t asked, count, classes; /* guesses before, candidates, classes of the game */
    corral_solver *solver;
    corral_outcome outcome;          /* of the last run */
    uint32_t found[MOST_LEVELS + 1]; /* by the tree of the last run that had one: with guess 1, 2 .. */
    uint32_t depth;                  /* of that tree */
} quest;

/* Runs */

static void read_tree(quest *q, const corral_tree *tree)
{
    uint32_t *levels = take(tree->nodes, sizeof *levels);
    memset(q->found, 0, sizeof q->found);
    levels[0] = q->asked + 1;
    for (uint32_t node = 0; node < tree->nodes; node++) {
        const uint32_t level = levels[node];
        uint32_t won = tree->size[node];
        for (uint32_t child = tree->first[node]; child < tree->first[node + 1]; child++) {
            levels[child] = level + 1;
            won -= tree->size[child];
        }
        if (!CHECK(level <= MOST_LEVELS))
            exit(EXIT_FAILURE);
        q->found[level] += won;
        q->depth = won ? level : q->depth;
    }
    free(levels);
}

/* Is there a tree that costs less than the budget? It is made, as that goes on with the search. */
static bool seek(quest *q, const int64_t *steps, uint32_t count, int64_t budget)
{
    const corral_schedule schedule = {steps, count};
    corral_tree *tree = NULL;
    CHECK(corral_solver_run(q->solver, &schedule, budget, 1, NULL, &q->outcome) == CORRAL_OK && q->outcome.ended);
    if (q->outcome.value == CORRAL_FORBIDDEN)
        return false;
    if (!CHECK(corral_solver_tree(q->solver, &schedule, NULL, &tree) == CORRAL_OK))
        exit(EXIT_FAILURE);
    read_tree(q, tree);
    corral_tree_free(tree);
    return true;
}

/* Every further guess costs a step, and none beyond the depth is allowed. */
static bool seek_limited(quest *q, uint32_t depth, int64_t step, int64_t budget)
{
    int64_t steps[MOST_LEVELS];
    uint32_t count = 0;
    while (q->asked + 1 + count < depth)
        steps[count++] = step;
    steps[count++] = CORRAL_FORBIDDEN;
    return seek(q, steps, count, budget);
}

static bool seek_total(quest *q)
{
    const int64_t one = 1;
    return seek(q, &one, 1, CORRAL_FORBIDDEN);
}

/* No tree is less deep: with every guess one code is found, and all other answers are given. */
static uint32_t ideal_depth(const quest *q)
{
    uint32_t depth = q->asked;
    uint64_t done = 0, width = 1;
    for (; done < q->count; depth++, width *= q->classes - 1)
        done += width;
    return depth;
}

static uint32_t least_depth(quest *q)
{
    uint32_t depth = ideal_depth(q);
    while (depth < MOST_LEVELS && !seek_limited(q, depth, 0, CORRAL_FORBIDDEN))
        depth++;
    return depth;
}

/* Objectives: each tells its value as Python prints it. */

typedef void objective(quest *q, char *value, size_t length);

static uint32_t sum_of_guesses(const quest *q)
{
    uint32_t sum = 0;
    for (uint32_t level = 1; level <= q->depth; level++)
        sum += level * q->found[level];
    return sum;
}

static void total(quest *q, char *value, size_t length)
{
    CHECK(seek_total(q));
    snprintf(value, length, "%" PRIu32, sum_of_guesses(q));
}

static void depth_alone(quest *q, char *value, size_t length)
{
    snprintf(value, length, "%" PRIu32, least_depth(q));
}

static void depth_then_total(quest *q, char *value, size_t length)
{
    CHECK(seek_total(q));
    const uint32_t first = q->depth, ideal = ideal_depth(q);
    uint32_t least = first;
    while (least > ideal && seek_limited(q, least - 1, 0, CORRAL_FORBIDDEN))
        least = q->depth;
    CHECK(least == first || seek_limited(q, least, 1, CORRAL_FORBIDDEN));
    snprintf(value, length, "(%" PRIu32 ", %" PRIu32 ")", least, sum_of_guesses(q));
}

static void total_then_depth(quest *q, char *value, size_t length)
{
    CHECK(seek_total(q));
    const int64_t cost = q->outcome.value;
    const uint32_t ideal = ideal_depth(q);
    while (q->depth > ideal && seek_limited(q, q->depth - 1, 1, cost + 1))
        ;
    snprintf(value, length, "(%" PRIu32 ", %" PRIu32 ")", sum_of_guesses(q), q->depth);
}

/* The last guess costs more than any total. */
static void depth_then_last(quest *q, char *value, size_t length)
{
    const uint32_t depth = least_depth(q);
    int64_t steps[MOST_LEVELS];
    uint32_t count = 0;
    while (q->asked + 1 + count < depth)
        steps[count++] = 1;
    if (count)
        steps[count - 1] += (int64_t)depth * q->count + 1;
    steps[count++] = CORRAL_FORBIDDEN;
    CHECK(seek(q, steps, count, CORRAL_FORBIDDEN));
    snprintf(value, length, "(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", depth, q->found[depth], sum_of_guesses(q));
}

static void within(quest *q, char *value, size_t length, uint32_t guesses)
{
    int64_t steps[MOST_LEVELS] = {0};
    uint32_t found = 0;
    steps[guesses - 1] = 1;
    CHECK(seek(q, steps, guesses + 1, CORRAL_FORBIDDEN));
    for (uint32_t level = 1; level <= guesses; level++)
        found += q->found[level];
    snprintf(value, length, "%" PRIu32, found);
}

static void within_four(quest *q, char *value, size_t length)
{
    within(q, value, length, 4);
}

static void within_five(quest *q, char *value, size_t length)
{
    within(q, value, length, 5);
}

/* The searches of the list */

typedef struct search {
    corral_rule rule; /* places, symbols, repeats, leading zero, bulls only */
    objective *objective;
    unsigned memory_bits;
    uint32_t asked;
    asked history[MOST_ASKED];
} search;

static const search searches[] = {
    {{4, 6, true, true, false}, total, 24, 0, {{{0}, 0, 0}}},
    {{4, 6, true, true, false}, depth_then_total, 24, 0, {{{0}, 0, 0}}},
    {{4, 6, true, true, false}, within_four, 24, 0, {{{0}, 0, 0}}},
    {{5, 3, true, true, false}, total_then_depth, 24, 0, {{{0}, 0, 0}}},
    {{4, 3, true, true, true}, total, 24, 0, {{{0}, 0, 0}}},
    {{4, 7, false, true, false}, depth_then_total, 12, 0, {{{0}, 0, 0}}},
    {{4, 9, false, true, false}, total, 18, 0, {{{0}, 0, 0}}},
    {{5, 6, false, true, false}, within_five, 24, 0, {{{0}, 0, 0}}},
    {{3, 8, false, true, false}, depth_then_last, 24, 0, {{{0}, 0, 0}}},
    {{3, 7, false, false, false}, depth_alone, 24, 0, {{{0}, 0, 0}}},
    {{4, 5, false, true, false}, depth_then_total, 24, 1, {{{0, 1, 2, 3}, 1, 2}}},
    {{4, 10, false, true, false}, depth_then_total, 24, 2, {{{0, 1, 2, 3}, 0, 2}, {{3, 5, 4, 1}, 0, 2}}},
};

static bool agrees(const search *of, const corral_classes *classes, const uint8_t *code)
{
    for (uint32_t i = 0; i < of->asked; i++) {
        const asked *step = &of->history[i];
        const unsigned class = corral_feedback(&of->rule, classes, step->guess, code);
        if (classes->bulls[class] != step->bulls || classes->cows[class] != step->cows)
            return false;
    }
    return true;
}

/* The codes that agree with the history, and the numbers of its guesses. */
static uint32_t fill_position(const search *of, uint32_t codes, uint32_t *candidates, uint32_t *history)
{
    corral_classes classes;
    uint32_t count = 0;
    corral_classes_of(&of->rule, &classes);
    for (uint32_t number = 0; number < codes; number++) {
        uint8_t code[CORRAL_MAX_PLACES];
        CHECK(corral_unrank(&of->rule, number, code) == CORRAL_OK);
        if (agrees(of, &classes, code))
            candidates[count++] = number;
    }
    for (uint32_t i = 0; i < of->asked; i++) {
        uint64_t number;
        CHECK(corral_rank(&of->rule, of->history[i].guess, &number) == CORRAL_OK);
        history[i] = (uint32_t)number;
    }
    return count;
}

/* The positions searched and the value, a line. */
static void run(const search *of, char *line, size_t length)
{
    corral_codes *codes = NULL;
    corral_classes classes;
    corral_solver_stats stats;
    uint32_t history[MOST_ASKED];
    char value[80];
    check_game(&of->rule);
    corral_classes_of(&of->rule, &classes);
    if (!CHECK(corral_codes_new(&of->rule, check_level(), NULL, &codes) == CORRAL_OK))
        exit(EXIT_FAILURE);
    uint32_t *candidates = take(corral_codes_count(codes), sizeof *candidates);
    quest q = {.asked = of->asked, .classes = classes.count};
    q.count = fill_position(of, corral_codes_count(codes), candidates, history);
    const corral_position position = {.codes = codes,
                                      .candidates = of->asked ? candidates : NULL,
                                      .count = q.count,
                                      .history = history,
                                      .history_count = of->asked,
                                      .whole = true};
    if (!CHECK(corral_solver_new(&position, (uint64_t)1 << of->memory_bits, 0, NULL, &q.solver) == CORRAL_OK))
        exit(EXIT_FAILURE);
    of->objective(&q, value, sizeof value);
    corral_solver_get_stats(q.solver, &stats);
    snprintf(line, length, "%" PRIu64 " %s\n", stats.nodes, value);
    corral_solver_free(q.solver);
    corral_codes_free(codes);
    free(candidates);
}

/* CRC-32 as zlib has it, bit by bit. */
static uint32_t crc(uint32_t before, const char *text)
{
    uint32_t sum = ~before;
    for (; *text; text++) {
        sum ^= (uint8_t)*text;
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~sum;
}

int main(void)
{
    uint32_t signature = 0;
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        char line[120];
        run(&searches[i], line, sizeof line);
        signature = crc(signature, line);
    }
    if (signature != SIGNATURE)
        printf("the signature is %" PRIu32 ", expected %" PRIu32 "\n", signature, SIGNATURE);
    CHECK(signature == SIGNATURE);
    return check_end();
}
