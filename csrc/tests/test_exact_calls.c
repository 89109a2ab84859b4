/* The calls of the exact search: what they refuse. */

#include "check.h"
#include "exact_cases.h"

enum { AMPLE = 1 << 24 };

static const int64_t one = 1;
static const corral_rule rule_of_60 = {.places = 3, .symbols = 5, .leading_zero = true};

static corral_status new_solver(const corral_position *position, corral_solver **solver)
{
    *solver = NULL;
    const corral_status status = corral_solver_new(position, AMPLE, 0, NULL, solver);
    CHECK((status == CORRAL_OK) == (*solver != NULL));
    return status;
}

static corral_status status_of(const corral_position *position)
{
    corral_solver *solver;
    const corral_status status = new_solver(position, &solver);
    corral_solver_free(solver);
    return status;
}

static void test_positions_refused(void)
{
    exact_game game = game_of(&rule_of_60);
    const uint32_t good[] = {0, 7, 59}, falling[] = {7, 0, 59}, twice[] = {7, 7}, outside[] = {0, 60};
    const uint64_t weights[] = {1, 0, 5};
    const corral_codes *codes = game.codes;
    check_about("positions to refuse");
    CHECK(status_of(&(corral_position){.codes = codes}) == CORRAL_OK);
    CHECK(status_of(&(corral_position){.codes = codes, .candidates = good, .count = 3, .weights = weights}) ==
          CORRAL_OK);
    CHECK(status_of(&(corral_position){.candidates = good, .count = 3}) == CORRAL_INVALID);
    CHECK(status_of(&(corral_position){.codes = codes, .candidates = good, .count = 0}) == CORRAL_INVALID);
    CHECK(status_of(&(corral_position){.codes = codes, .candidates = falling, .count = 3}) == CORRAL_INVALID);
    CHECK(status_of(&(corral_position){.codes = codes, .candidates = twice, .count = 2}) == CORRAL_INVALID);
    CHECK(status_of(&(corral_position){.codes = codes, .candidates = outside, .count = 2}) == CORRAL_INVALID);
    CHECK(status_of(&(corral_position){.codes = codes, .history = outside, .history_count = 2}) == CORRAL_INVALID);
    CHECK(status_of(&(corral_position){.codes = codes, .opener = outside, .opener_count = 2}) == CORRAL_INVALID);
    corral_solver_free(NULL);
    game_free(&game);
}

static corral_status status_of_matrix(const uint8_t *table, uint32_t guesses, uint32_t secrets, uint32_t classes)
{
    const corral_matrix matrix = {table, guesses, secrets, classes};
    return status_of(&(corral_position){.matrix = &matrix});
}

static void test_matrices_refused(void)
{
    static const uint8_t good[] = {2, 0, 1, 2}, unwon[] = {2, 0, 2, 1}, twice[] = {2, 2, 1, 2, 2, 0};
    static const uint8_t outside[] = {2, 3, 1, 2}, rectangular[] = {0, 1, 2, 0, 0, 2}, ones[300] = {0};
    check_about("matrices to refuse");
    CHECK(status_of_matrix(good, 2, 2, 3) == CORRAL_OK);
    CHECK(status_of_matrix(rectangular, 3, 2, 3) == CORRAL_OK);
    CHECK(status_of_matrix(unwon, 2, 2, 3) == CORRAL_INVALID);
    CHECK(status_of_matrix(twice, 3, 2, 3) == CORRAL_INVALID);
    CHECK(status_of_matrix(outside, 2, 2, 3) == CORRAL_INVALID);
    CHECK(status_of_matrix(good, 2, 2, 4) == CORRAL_INVALID); /* nothing wins */
    CHECK(status_of_matrix(good, 2, 2, 0) == CORRAL_INVALID);
    CHECK(status_of_matrix(good, 2, 2, 257) == CORRAL_INVALID);
    CHECK(status_of_matrix(good, 0, 2, 3) == CORRAL_INVALID);
    CHECK(status_of_matrix(good, 2, 0, 3) == CORRAL_INVALID);
    CHECK(status_of_matrix(ones, 300, 1, 1) == CORRAL_OK);
    CHECK(status_of_matrix(ones, 1, 300, 1) == CORRAL_INVALID);
}

/* A refused run leaves the outcome alone, gives no tree, and the solver ready for another run. */
static void check_refused(corral_solver *solver, const corral_schedule *refused, corral_status status,
                          const corral_outcome *outcome)
{
    static const int64_t nothing = 0;
    const corral_schedule free = {&nothing, 1};
    corral_outcome again = {.value = -1};
    corral_tree *tree = NULL;
    CHECK(outcome->value == -1 && outcome->lower == -2 && !outcome->ended);
    CHECK(corral_solver_tree(solver, refused, NULL, &tree) == status && !tree);
    CHECK(corral_solver_tree(solver, &free, NULL, &tree) == CORRAL_OK && tree);
    corral_tree_free(tree);
    tree = NULL;
    CHECK(corral_solver_run(solver, &free, CORRAL_FORBIDDEN, 1, NULL, &again) == CORRAL_OK && again.value == 0);
    CHECK(corral_solver_tree(solver, &free, NULL, &tree) == CORRAL_OK && tree);
    corral_tree_free(tree);
}

static corral_status run_steps(const corral_position *position, const int64_t *steps, uint32_t count, int64_t *value)
{
    const corral_schedule schedule = {steps, count};
    corral_solver *solver;
    corral_outcome outcome = {.value = -1, .lower = -2};
    corral_status status = new_solver(position, &solver);
    if (status == CORRAL_OK) {
        status = corral_solver_run(solver, &schedule, CORRAL_FORBIDDEN, 1, NULL, &outcome);
        if (status != CORRAL_OK)
            check_refused(solver, &schedule, status, &outcome);
    }
    corral_solver_free(solver);
    *value = outcome.value;
    return status;
}

/* A tree may be asked for before any run, or for another schedule than that of the run: it finds every secret. */
static void test_tree_without_run(void)
{
    static const int64_t limit[] = {0, 1, CORRAL_FORBIDDEN};
    const corral_schedule schedule = {limit, 3}, total = {&one, 1};
    exact_game game = game_of(&rule_of_60);
    const corral_matrix matrix = game_matrix(&game);
    const corral_position start = {.codes = game.codes};
    corral_solver *solver;
    corral_outcome outcome;
    check_about("trees without a run");
    CHECK(new_solver(&start, &solver) == CORRAL_OK);
    for (int i = 0; i < 3; i++) {
        const corral_schedule *asked = i == 1 ? &schedule : &total;
        corral_tree *tree = NULL;
        if (i == 2)
            CHECK(corral_solver_run(solver, &schedule, CORRAL_FORBIDDEN, 1, NULL, &outcome) == CORRAL_OK);
        if (CHECK(corral_solver_tree(solver, asked, NULL, &tree) == CORRAL_OK))
            CHECK(brute_replay(&matrix, &start, asked, tree).sound);
        corral_tree_free(tree);
    }
    corral_solver_free(solver);
    game_free(&game);
}

static void test_schedules_refused(void)
{
    static const int64_t negative[] = {1, -1, 1}, above[] = {1, CORRAL_FORBIDDEN + 1}, late[] = {CORRAL_FORBIDDEN, -1};
    exact_game game = game_of(&rule_of_60);
    const corral_position all = {.codes = game.codes};
    int64_t value;
    check_about("schedules to refuse");
    CHECK(run_steps(&all, &one, 1, &value) == CORRAL_OK);
    CHECK(run_steps(&all, &one, 0, &value) == CORRAL_INVALID);
    CHECK(run_steps(&all, negative, 3, &value) == CORRAL_INVALID);
    CHECK(run_steps(&all, above, 2, &value) == CORRAL_INVALID);
    CHECK(run_steps(&all, late, 2, &value) == CORRAL_INVALID);
    game_free(&game);
}

static void test_too_large(void)
{
    const corral_rule rule = {.places = 1, .symbols = 4, .leading_zero = true};
    static const uint64_t weights[][4] = {
        {UINT64_MAX, 1, 1, 1},
        {(uint64_t)1 << 62, (uint64_t)1 << 62, (uint64_t)1 << 62, (uint64_t)1 << 62}, /* 0 modulo 2^64 */
        {(uint64_t)1 << 63, 0, 0, (uint64_t)1 << 63},
        {CORRAL_FORBIDDEN, CORRAL_FORBIDDEN, 1, 1},
        {0, CORRAL_FORBIDDEN, 0, CORRAL_FORBIDDEN},
    };
    static const uint64_t zeros[4] = {0, 0, 0, 0};
    static const int64_t steps[][2] = {{CORRAL_FORBIDDEN - 1, CORRAL_FORBIDDEN - 1},
                                       {0, CORRAL_FORBIDDEN - 1},
                                       {CORRAL_FORBIDDEN / 2, CORRAL_FORBIDDEN},
                                       {CORRAL_FORBIDDEN / 4, CORRAL_FORBIDDEN / 4}};
    static const int64_t fits = CORRAL_FORBIDDEN / 1024;
    exact_game game = game_of(&rule);
    int64_t value;
    check_about("sums that are too large");
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        CHECK(run_steps(&(corral_position){.codes = game.codes, .weights = weights[i]}, &one, 1, &value) ==
              CORRAL_OVERFLOW);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        CHECK(run_steps(&(corral_position){.codes = game.codes}, steps[i], 2, &value) == CORRAL_OVERFLOW);
    CHECK(run_steps(&(corral_position){.codes = game.codes}, &fits, 1, &value) == CORRAL_OK && value == 6 * fits);
    CHECK(run_steps(&(corral_position){.codes = game.codes, .weights = zeros}, &one, 1, &value) == CORRAL_OK &&
          value == 0);
    game_free(&game);
}

int main(void)
{
    test_positions_refused();
    test_matrices_refused();
    test_schedules_refused();
    test_too_large();
    test_tree_without_run();
    return check_end();
}
