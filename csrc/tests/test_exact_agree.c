/* Games that are too large for brute force: the search with reductions left out must agree with the search with all of
   them, and the trees must cost what was found. The values of some of these games are known (test_exact_games.c).

   CORRAL_CASE=number runs a single case, CORRAL_SLOW=1 more of them. */

#include "check.h"
#include "exact_cases.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 2000, AMPLE = 1 << 26 };

/* places, symbols, repeats, leading zero, bulls only */
static const corral_rule rules[] = {
    {4, 4, true, true, false},   {5, 3, true, true, false},  {3, 6, true, true, false},  {3, 7, false, true, false},
    {4, 5, false, true, false},  {4, 6, false, true, false}, {4, 6, false, false, false}, {5, 5, false, true, false},
    {6, 3, true, true, false},   {4, 5, true, true, false},  {4, 4, true, true, true},   {4, 5, false, true, true},
    {3, 9, false, true, false},  {5, 6, false, false, false}, {7, 2, true, true, false}, {4, 5, true, false, false},
    {2, 14, false, true, false}, {6, 2, true, false, true},  {5, 4, true, true, false},  {6, 6, false, true, false},
};
enum { GAMES = sizeof rules / sizeof *rules };
static exact_game games[GAMES];
static int game_count;

/* Something to be solved, and what the search with all reductions makes of it. */
typedef struct subject {
    uint64_t number;
    const exact_game *game;
    corral_matrix matrix;
    corral_position position;
    uint32_t history[2], opener[2];
    uint32_t *candidates;
    uint64_t *weights;
    exact_steps steps;
    int64_t value;
    uint64_t nodes; /* that it took */
} subject;

static unsigned long compared, stopped;

/* All codes, or the largest part that one or two guesses leave, or all but some of that. */
static void choose_candidates(subject *of)
{
    const uint32_t all = of->matrix.secrets, guesses = (uint32_t)dice(3);
    of->candidates = take(all, sizeof *of->candidates);
    uint32_t count = all;
    for (uint32_t i = 0; i < all; i++)
        of->candidates[i] = i;
    for (uint32_t i = 0; i < guesses; i++) {
        uint32_t sizes[256] = {0}, largest = 0, kept = 0;
        of->history[i] = (uint32_t)dice(all);
        const uint8_t *row = of->matrix.table + (size_t)of->history[i] * all;
        for (uint32_t j = 0; j < count; j++)
            sizes[row[of->candidates[j]]]++;
        for (uint32_t class = 1; class < of->matrix.classes; class++)
            largest = sizes[class] > sizes[largest] ? class : largest;
        for (uint32_t j = 0; j < count; j++)
            if (row[of->candidates[j]] == largest)
                of->candidates[kept++] = of->candidates[j];
        count = kept;
    }
    of->position.history = of->history;
    of->position.history_count = guesses;
    of->position.whole = dice(4) > 0;
    if (!of->position.whole)
        count -= count > 10 ? (uint32_t)dice(3) : 0;
    if (count == all && dice(2))
        return;
    of->position.candidates = of->candidates;
    of->position.count = count;
}

static void make_subject(subject *of, uint64_t number)
{
    memset(of, 0, sizeof *of);
    dice_begin(number);
    of->number = number;
    of->game = &games[dice((uint64_t)game_count)];
    of->matrix = game_matrix(of->game);
    of->position.codes = of->game->codes;
    choose_candidates(of);
    const uint32_t count = brute_count(&of->matrix, &of->position);
    of->weights = take(count, sizeof *of->weights);
    for (uint32_t i = 0; i < count; i++)
        of->weights[i] = dice(3);
    if (!dice(10) && count < 100)
        of->position.weights = of->weights;
    if (!dice(3)) {
        of->opener[0] = (uint32_t)dice(of->matrix.guesses);
        of->opener[1] = (uint32_t)dice(of->matrix.guesses);
        of->position.opener = of->opener;
        of->position.opener_count = 1 + (uint32_t)dice(2);
    }
    of->position.consistent = !dice(6);
    of->steps = dice(3) ? random_steps(&of->matrix, &of->position)
                        : steps_of(dice(2) ? TOTAL : LAST_TOTAL, 3 + (uint32_t)dice(4));
}

static void tell(const subject *of, uint32_t without, uint64_t memory, const corral_outcome *outcome)
{
    const corral_schedule schedule = schedule_of(&of->steps);
    printf("CASE %" PRIu64 ", without 0x%x, memory %" PRIu64 ": %" PRId64 " to %" PRId64 ", ended %d; with all %" PRId64
           "\n",
           of->number, without, memory, outcome->lower, outcome->value, outcome->ended, of->value);
    print_position(&of->game->reference.rule, &of->matrix, &of->position);
    print_steps(&schedule);
}

static bool too_many_nodes(void *context, uint64_t done, uint64_t total)
{
    const uint64_t *most = context;
    (void)total;
    return done > *most;
}

/* Solve it with some reductions left out. The first time the value is taken, later it is compared. */
static void solve(subject *of, bool first, uint32_t without, uint64_t memory, bool plain, uint64_t most_nodes)
{
    const corral_schedule schedule = schedule_of(&of->steps);
    corral_position position = of->position;
    corral_solver *solver = NULL;
    corral_outcome outcome = {0};
    corral_solver_stats stats;
    corral_tree *tree = NULL;
    const corral_poll poll = {.stop = too_many_nodes, .context = &most_nodes};
    position.codes = plain ? of->game->plain : of->game->codes;
    if (!CHECK(corral_solver_new(&position, memory, without, NULL, &solver) == CORRAL_OK))
        return;
    const corral_status status = corral_solver_run(solver, &schedule, CORRAL_FORBIDDEN, 1, &poll, &outcome);
    bool holds = CHECK(status == CORRAL_OK || status == CORRAL_STOPPED);
    corral_solver_get_stats(solver, &stats);
    if (first && status == CORRAL_OK) {
        of->value = outcome.value;
        of->nodes = stats.nodes;
    }
  compared += status == CORRAL_OK;
    stopped += status == CORRAL_STOPPED;
    if (status == CORRAL_STOPPED && first) {
        holds = holds && CHECK(outcome.lower <= outcome.value);
    } else if (status == CORRAL_STOPPED) {
        holds = holds && CHECK(outcome.lower <= of->value && outcome.value >= of->value);
    } else {
        holds = holds && CHECK(outcome.value == of->value && outcome.lower == of->value);
        holds = holds && CHECK(corral_solver_tree(solver, &schedule, NULL, &tree) == CORRAL_OK);
        if (holds) {
            const brute_play play = brute_replay(&of->matrix, &position, &schedule, tree);
            holds = play.sound && CHECK(of->value == CORRAL_FORBIDDEN || play.cost == of->value);
        }
    }
    if (!holds)
        tell(of, without, memory, &outcome);
    corral_tree_free(tree);
    corral_solver_free(solver);
}

static void test_case(uint64_t number, uint64_t most_nodes)
{
    subject of;
    char words[60];
    snprintf(words, sizeof words, "case %" PRIu64, number);
    check_about(words);
    make_subject(&of, number);
    of.value = CORRAL_FORBIDDEN;
    const unsigned long before = stopped;
    solve(&of, true, 0, AMPLE, false, most_nodes);
    const uint64_t patient = 30 * of.nodes + 300;
    if (stopped == before) {
        solve(&of, false, 0, 3000, true, patient);
        solve(&of, false, 0, 0, false, patient);
        for (int i = 0; i < 3; i++)
            solve(&of, false, (uint32_t)1 << dice(13), dice(2) ? AMPLE : 10000, dice(2), patient);
        solve(&of, false, (uint32_t)dice(CORRAL_REDUCTIONS), AMPLE, false, patient);
        solve(&of, false, (uint32_t)(dice(CORRAL_REDUCTIONS) & dice(CORRAL_REDUCTIONS)), 100000, false, patient);
    }
    free(of.candidates);
    free(of.weights);
}

int main(void)
{
    const char *only = getenv("CORRAL_CASE");
    const bool slow = getenv("CORRAL_SLOW") != NULL;
    const uint64_t cases = slow ? 1000 : check_quick() ? 6 : check_thorough() ? 120 : 30;
    game_count = check_quick() ? 5 : GAMES;
    for (int i = 0; i < game_count; i++)
        games[i] = game_of(&rules[i]);
    for (uint64_t number = 0; number < cases && !only; number++)
        test_case(number, slow ? 8000 : check_quick() ? 300 : MOST_NODES);
    if (only)
        test_case(strtoull(only, NULL, 10), 10 * MOST_NODES);
    for (int i = 0; i < game_count; i++)
        game_free(&games[i]);
    check_about("");
    CHECK(only || compared > 2 * stopped);
    if (only || slow)
        printf("compared %lu, stopped %lu\n", compared, stopped);
    return check_end();
}
