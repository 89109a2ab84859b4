/* The exact search against one that tries everything (brute.c): what it finds, what it claims when the budget is too
   small, and the trees, with every reduction on and off, little memory and much, schedules one after another.

   A case that fails is printed with its number; CORRAL_CASE=number runs it alone. CORRAL_SLOW=1 takes minutes. */

#include "check.h"
#include "exact_cases.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_QUESTIONS = 3, PRINTED_CASES = 8, MOST_NODES = 200000, RUNS = 6 };

/* These decide in which order guesses are tried, and so which of several trees of the same cost is found. The others do
   not: of guesses that are alike the first is found, whether the others are looked at or not. */
enum { CHOOSE_TREES = CORRAL_MEASURED_BRANCHING | CORRAL_SLICES };

static const uint64_t memories[] = {0, 1000, 100000, 1 << 26};
enum { MEMORIES = sizeof memories / sizeof *memories, AMPLE = MEMORIES - 1 };

/* An objective, what brute force says that it costs, and the tree that a new solver gives. */
typedef struct question {
    corral_schedule schedule;
    int64_t value;
    corral_tree *tree;
} question;

typedef struct subject {
    uint64_t number;
    const corral_rule *rule; /* NULL: a matrix */
    const corral_matrix *matrix;
    corral_position position;
    const corral_codes *plain; /* codes for the plainest level; NULL: a matrix */
    question questions[MOST_QUESTIONS];
    uint32_t question_count;
} subject;

/* One solver, and what it was asked so far. */
typedef struct trial {
    uint32_t without;
    uint64_t memory;
    bool plain;
    corral_solver *solver;
    uint32_t runs, asked[RUNS];
    int64_t budgets[RUNS];
} trial;

static unsigned long compared, stopped, given_up, printed;

static void tell(const subject *of, const trial *by)
{
    if (printed++ >= PRINTED_CASES)
        return;
    printf("CASE %" PRIu64 ", without 0x%x, memory %" PRIu64 "%s\n", of->number, by->without, by->memory,
           by->plain ? ", portable" : "");
    print_position(of->rule, of->matrix, &of->position);
    for (uint32_t i = 0; i < by->runs; i++) {
        const question *q = &of->questions[by->asked[i]];
        printf("  run %" PRIu32 ", value %" PRId64 ", budget %" PRId64 "\n", i, q->value, by->budgets[i]);
        print_steps(&q->schedule);
    }
}

static bool too_many_nodes(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    (void)total;
    return done > MOST_NODES;
}

static const corral_poll patience = {.stop = too_many_nodes};

static bool same_trees(const corral_tree *a, const corral_tree *b)
{
    return a->nodes == b->nodes && !memcmp(a->guess, b->guess, a->nodes * sizeof *a->guess) &&
           !memcmp(a->size, b->size, a->nodes * sizeof *a->size) &&
           !memcmp(a->first, b->first, ((size_t)a->nodes + 1) * sizeof *a->first) &&
           !memcmp(a->label, b->label, a->nodes);
}

/* Is this what the search may say of a value, if it ended or not? */
static bool outcome_holds(const corral_outcome *outcome, corral_status status, int64_t budget, int64_t value)
{
    bool holds = CHECK(status == CORRAL_OK || status == CORRAL_STOPPED);
    holds &= CHECK(outcome->ended == (status == CORRAL_OK));
    holds &= CHECK(outcome->lower <= value) && CHECK(outcome->value >= value);
    holds &= CHECK(outcome->value < budget || outcome->value == CORRAL_FORBIDDEN);
    if (status == CORRAL_STOPPED)
        return holds;
    holds &= CHECK(outcome->value == (value < budget ? value : CORRAL_FORBIDDEN));
    return holds && CHECK(value < budget ? outcome->lower == value : outcome->lower >= budget);
}

static bool stats_hold(corral_solver *solver, const corral_outcome *outcome)
{
    corral_solver_stats stats;
    corral_solver_get_stats(solver, &stats);
    return CHECK(stats.lower == outcome->lower) && CHECK(stats.value == outcome->value) && CHECK(stats.memory > 0);
}

/* The tree after a run, which must cost what the run found; `known` is what it may be compared with. */
static bool tree_holds(const subject *of, const trial *by, const question *q, const corral_outcome *outcome,
                       corral_tree **kept)
{
    corral_tree *tree = NULL;
    const corral_status status = corral_solver_tree(by->solver, &q->schedule, NULL, &tree);
    if (!CHECK(status == CORRAL_OK && tree))
        return false;
    const brute_play play = brute_replay(of->matrix, &of->position, &q->schedule, tree);
    bool holds = play.sound && CHECK(play.cost >= q->value);
    if (outcome->ended && outcome->value < CORRAL_FORBIDDEN) {
        holds &= CHECK(play.cost == q->value);
        if (q->tree && !(by->without & CHOOSE_TREES))
            holds &= CHECK(same_trees(tree, q->tree));
    }
    if (kept && !*kept)
        *kept = tree;
    else
        corral_tree_free(tree);
    return holds;
}

static trial trial_new(const subject *of, uint32_t without, uint64_t memory, bool plain)
{
    trial made = {.without = without, .memory = memory, .plain = plain && of->plain};
    corral_position position = of->position;
    if (made.plain)
        position.codes = of->plain;
    if (!CHECK(corral_solver_new(&position, memory, without, NULL, &made.solver) == CORRAL_OK))
        tell(of, &made);
    return made;
}

/* Returns false if the run failed or was stopped: no more is to be had from this solver. */
static bool trial_run(const subject *of, trial *by, uint32_t asked, int64_t budget, bool with_tree, corral_tree **kept)
{
    char words[100];
    snprintf(words, sizeof words, "case %" PRIu64 ", without 0x%x, memory %" PRIu64 ", run %" PRIu32, of->number,
             by->without, by->memory, by->runs);
    check_about(words);
    by->asked[by->runs] = asked;
    by->budgets[by->runs++] = budget;
    const question *q = &of->questions[asked];
    const uint32_t threads = by->runs % 3;
    corral_outcome outcome = {0};
    const corral_status status = corral_solver_run(by->solver, &q->schedule, budget, threads, &patience, &outcome);
    bool holds = outcome_holds(&outcome, status, budget, q->value) && stats_hold(by->solver, &outcome);
    /* A memory of nothing makes the tree of a large game a matter of minutes. */
    if (with_tree && status == CORRAL_OK)
        holds = holds && tree_holds(of, by, q, &outcome, kept);
    if (!holds) {
        printf("  found %" PRId64 " to %" PRId64 ", ended %d, status %d\n", outcome.lower, outcome.value,
               outcome.ended, status);
        tell(of, by);
    }
    compared += status == CORRAL_OK;
    stopped += status == CORRAL_STOPPED;
    return holds && status == CORRAL_OK;
}

static int64_t random_budget(int64_t value)
{
    switch (dice(6)) {
    case 0:
        return value;
    case 1:
        return value < CORRAL_FORBIDDEN ? value + 1 : value;
    case 2:
        return value > 0 ? value - 1 : 0;
    case 3:
        return value > 0 && value < CORRAL_FORBIDDEN / 4 ? (int64_t)dice(2 * (uint64_t)value) : 7;
    default:
        return CORRAL_FORBIDDEN;
    }
}

/* Some questions in any order, the same one more than once. */
static void try_in_turn(const subject *of, uint32_t without, uint64_t memory, bool plain)
{
    trial by = trial_new(of, without, memory, plain);
    const uint32_t runs = of->question_count + (uint32_t)dice(3);
    for (uint32_t i = 0; by.solver && i < runs && i < RUNS; i++) {
        const uint32_t asked = (uint32_t)dice(of->question_count);
        if (!trial_run(of, &by, asked, random_budget(of->questions[asked].value), dice(2), NULL))
            break;
    }
    corral_solver_free(by.solver);
}

/* All reductions, no memo to speak of, each reduction left out alone, all of them, and any of them. */
static void try_all(subject *of, bool every_reduction)
{
    for (uint32_t i = 0; i < of->question_count; i++) {
        trial by = trial_new(of, 0, memories[AMPLE], false);
        if (by.solver)
            trial_run(of, &by, i, CORRAL_FORBIDDEN, true, &of->questions[i].tree);
        corral_solver_free(by.solver);
    }
    try_in_turn(of, 0, memories[AMPLE], false);
    try_in_turn(of, 0, memories[AMPLE], true);
    try_in_turn(of, 0, memories[dice(AMPLE)], false);
    try_in_turn(of, CORRAL_REDUCTIONS - 1, memories[dice(MEMORIES)], false);
    const uint32_t chosen = (uint32_t)1 << dice(13);
    for (uint32_t bit = 1; bit < CORRAL_REDUCTIONS; bit *= 2)
        if (every_reduction || bit == chosen)
            try_in_turn(of, bit, memories[dice(MEMORIES)], dice(2));
    try_in_turn(of, (uint32_t)dice(CORRAL_REDUCTIONS), memories[dice(MEMORIES)], dice(2));
    try_in_turn(of, CORRAL_REDUCTIONS - 1 - chosen, memories[dice(MEMORIES)], dice(2));
    for (uint32_t i = 0; i < of->question_count; i++)
        corral_tree_free(of->questions[i].tree);
}

/* `work`: how many guesses brute force may try, about. */
static void test_case(uint64_t number, size_t work)
{
    exact_case made;
    case_make(&made, number);
    subject of = {.number = number,
                  .rule = made.game ? &made.game->reference.rule : NULL,
                  .matrix = &made.matrix,
                  .position = made.position,
                  .plain = made.game ? made.game->plain : NULL};
    exact_steps steps[MOST_QUESTIONS];
    for (uint32_t i = 0; i < MOST_QUESTIONS; i++) {
        question *q = &of.questions[of.question_count];
        steps[i] = random_steps(&made.matrix, &made.position);
        q->schedule = schedule_of(&steps[i]);
        if (brute_solve(&made.matrix, &made.position, &q->schedule, work / made.matrix.guesses, &q->value))
            of.question_count++;
        else
            given_up++;
    }
    if (of.question_count)
        try_all(&of, false);
    case_free(&made);
}

static void test_cases(bool slow)
{
    const char *only = getenv("CORRAL_CASE");
    const uint64_t cases = slow ? 8000 : check_quick() ? 60 : check_thorough() ? 2000 : 500;
    for (uint64_t number = 0; number < cases && !only; number++)
        test_case(number, slow ? 500000 : check_quick() ? 30000 : 100000);
    if (only)
        test_case(strtoull(only, NULL, 10), SIZE_MAX);
    check_about("");
    CHECK(only || compared > 20 * stopped);
    CHECK(only || given_up < cases / 2);
}

typedef struct known_game {
    corral_rule rule;
    int64_t total; /* least number of guesses for all codes together (Chen and Lin 2004, Goddard 2003) */
    uint32_t depth;
} known_game;

/* The whole game: least totals that are known, the same with a limit, the least depth. */
static void test_known_game(const known_game *known, uint64_t number)
{
    exact_game game = game_of(&known->rule);
    const corral_matrix matrix = game_matrix(&game);
    subject of = {.number = number,
                  .rule = &known->rule,
                  .matrix = &matrix,
                  .position = {.codes = game.codes},
                  .plain = game.plain};
    static const steps_kind kinds[][MOST_QUESTIONS] = {
        {TOTAL, LIMIT, TOTAL_LIMIT}, {WITHIN, LAST, LAST_TOTAL}, {TOTAL_LAST, LIMIT, RANDOM_STEPS}};
    check_game(&known->rule);
    for (size_t round = 0; round < sizeof kinds / sizeof *kinds; round++) {
        exact_steps steps[MOST_QUESTIONS];
        of.question_count = 0;
        dice_begin(number + round);
        for (uint32_t i = 0; i < MOST_QUESTIONS; i++) {
            question *q = &of.questions[of.question_count++];
            steps[i] = steps_of(kinds[round][i], known->depth - (kinds[round][i] == WITHIN) - (i == 1 && round == 2));
            *q = (question){.schedule = schedule_of(&steps[i])};
            CHECK(brute_solve(&matrix, &of.position, &q->schedule, SIZE_MAX, &q->value));
            if (kinds[round][i] == TOTAL)
                CHECK(q->value + game.reference.count == known->total);
            if (kinds[round][i] == LIMIT)
                CHECK(q->value == (round == 2 ? CORRAL_FORBIDDEN : 0));
        }
        try_all(&of, true);
    }
    game_free(&game);
}

static void test_known_games(bool slow)
{
    /* places, symbols, repeats, leading zero, bulls only; depths as brute force has them */
    static const known_game known[] = {
        {{2, 2, true, true, false}, 8, 3},   {{2, 3, true, true, false}, 21, 3},  {{2, 4, true, true, false}, 45, 4},
        {{2, 5, true, true, false}, 81, 4},  {{3, 2, true, true, false}, 18, 3},  {{3, 3, true, true, false}, 73, 4},
        {{4, 2, true, true, false}, 44, 4},  {{2, 3, false, true, false}, 13, 3}, {{2, 4, false, true, false}, 30, 3},
        {{2, 5, false, true, false}, 60, 4}, {{3, 3, false, true, false}, 15, 4}, {{3, 4, false, true, false}, 72, 4},
        {{4, 4, false, true, false}, 86, 5}, {{2, 6, true, true, false}, 132, 5}, {{2, 6, false, true, false}, 103, 4},
        {{5, 2, true, true, false}, 97, 4},  {{2, 7, false, true, false}, 161, 5},
    };
    static const known_game large[] = {
        {{2, 7, true, true, false}, 198, 5},  {{2, 8, false, true, false}, 238, 5},
        {{3, 4, true, true, false}, 206, 4},  {{4, 3, true, true, false}, 246, 4},
        {{6, 2, true, true, false}, 224, 5},  {{3, 5, false, true, false}, 196, 4},
        {{3, 6, false, true, false}, 436, 5},
    };
    const size_t few = check_quick() ? 3 : sizeof known / sizeof *known;
    for (size_t i = 0; i < few; i++)
        test_known_game(&known[i], 1000000 + 10 * i);
    for (size_t i = 0; i < sizeof large / sizeof *large && slow; i++)
        test_known_game(&large[i], 2000000 + 10 * i);
}

int main(void)
{
    const bool slow = getenv("CORRAL_SLOW") != NULL;
    cases_begin();
    test_cases(slow);
    cases_end();
    if (!getenv("CORRAL_CASE"))
        test_known_games(slow);
    if (getenv("CORRAL_CASE") || slow)
        printf("compared %lu, stopped %lu, given up %lu\n", compared, stopped, given_up);
    return check_end();
}
