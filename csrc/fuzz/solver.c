/* The exact search. What every call tells about the least cost of a schedule must fit what all others told, and the
   tree, played for every candidate. Small positions are solved by brute.c too. */

#include "brute.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { SCHEDULES = 3, MOST_STEPS = 6, MOST_ASKED = 4, MOST_PATH = 6 };
enum { FEW_CANDIDATES = 7, SOME_CANDIDATES = 30, MOST_CANDIDATES = 90 };

/* A schedule and what is known of its least cost. */
typedef struct objective {
    int64_t steps[MOST_STEPS];
    corral_schedule schedule;
    bool valid, large;
    int64_t lower, value;
} objective;

typedef struct subject {
    corral_matrix matrix;
    corral_codes *codes;
    uint8_t *own_table;
    corral_position position;
    uint32_t *candidates, *history, *opener;
    uint64_t *weights;
    bool valid, large, hasty;
    objective objectives[SCHEDULES];
    const objective *ended; /* the last run was of this schedule, and ended with a value */
    corral_solver *solver;
} subject;

static void draw_objective(fuzz_input *in, objective *o)
{
    static const int64_t usual[] = {1, 1, 0, 2, CORRAL_FORBIDDEN, 7, 70000, CORRAL_FORBIDDEN},
                         large[] = {CORRAL_FORBIDDEN - 1, CORRAL_FORBIDDEN / 2, (int64_t)1 << 48, (int64_t)1 << 33},
                         wrong[] = {-1, CORRAL_FORBIDDEN + 1, INT64_MIN, INT64_MAX};
    const uint32_t count = 1 + (uint32_t)fuzz_draw(in, MOST_STEPS);
    for (uint32_t t = 0; t < count; t++)
        o->steps[t] = usual[fuzz_draw(in, 8)];
    o->schedule = (corral_schedule){o->steps, count};
    o->valid = true;
    o->value = CORRAL_FORBIDDEN;
    switch (fuzz_draw(in, 16)) {
    case 15:
        o->steps[fuzz_draw(in, count)] = wrong[fuzz_draw(in, 4)];
        o->valid = false;
        break;
    case 14:
        o->schedule.count = 0;
        o->valid = false;
        break;
    case 13:
        o->steps[fuzz_draw(in, count)] = large[fuzz_draw(in, 4)];
        o->large = true;
    }
}

static void draw_weights(fuzz_input *in, subject *s, uint32_t count)
{
    static const uint64_t usual[] = {1, 1, 0, 2, 3, 1000, 1 << 20, 5}, large[] = {UINT64_MAX, CORRAL_FORBIDDEN};
    s->weights = take(count, sizeof *s->weights);
    for (uint32_t i = 0; i < count; i++)
        s->weights[i] = usual[fuzz_draw(in, 8)];
    if (fuzz_once_in(in, 8)) {
        s->weights[fuzz_draw(in, count)] = large[fuzz_draw(in, 2)];
        s->large = true;
    }
    s->position.weights = s->weights;
}

/* The candidates that agree with the answers of one of them to the history. */
static void draw_whole(fuzz_input *in, subject *s)
{
    const uint32_t all = s->matrix.secrets, secret = (uint32_t)fuzz_draw(in, all);
    s->candidates = take(all, sizeof *s->candidates);
    for (uint32_t other = 0; other < all; other++) {
        bool agrees = true;
        for (uint32_t i = 0; i < s->position.history_count; i++) {
            const uint8_t *row = s->matrix.table + (size_t)s->history[i] * all;
            agrees = agrees && row[other] == row[secret];
        }
        if (agrees)
            s->candidates[s->position.count++] = other;
    }
    s->position.candidates = s->candidates;
    s->position.whole = true;
}

static void draw_position(fuzz_input *in, subject *s)
{
    bool valid[2] = {true, true};
    s->history = fuzz_numbers(in, s->matrix.guesses, MOST_ASKED, &s->position.history_count, &valid[0]);
    s->opener = fuzz_numbers(in, s->matrix.guesses, fuzz_once_in(in, 3) ? MOST_ASKED : 0, &s->position.opener_count,
                             &valid[1]);
    s->position.history = s->history;
    s->position.opener = s->opener;
    s->position.consistent = fuzz_once_in(in, 4);
    s->valid = valid[0] && valid[1];
    const uint64_t kind = fuzz_draw(in, 4);
    if (kind == 0 && valid[0]) {
        draw_whole(in, s);
    } else if (kind < 3 || s->matrix.secrets > MOST_CANDIDATES) {
        s->candidates = fuzz_ascending(in, s->matrix.secrets, SOME_CANDIDATES, &s->position.count);
        s->position.candidates = s->candidates;
        if (fuzz_once_in(in, 16)) { /* neither ascending nor in range */
            s->candidates[s->position.count - 1] = s->position.count > 1 && fuzz_once_in(in, 2) ? s->candidates[0]
                                                                                               : s->matrix.secrets;
            s->valid = false;
        }
    } else if (!valid[0] || s->position.history_count) {
        s->position.history_count = 0; /* all candidates are left only where nothing has been asked */
        s->valid = valid[1];
    }
    const uint32_t count = brute_count(&s->matrix, &s->position);
    s->hasty = count > FEW_CANDIDATES;
    if (fuzz_once_in(in, 4))
        draw_weights(in, s, count);
}

static void begin(fuzz_input *in, subject *s)
{
    if (fuzz_once_in(in, 3)) {
        s->matrix = fuzz_matrix(in);
        s->own_table = (uint8_t *)(uintptr_t)s->matrix.table;
        s->position.matrix = &s->matrix;
    } else {
        const reference *game = fuzz_game(in, 200);
        s->matrix = (corral_matrix){game->table, game->count, game->count, game->classes};
        CHECK(corral_codes_new(&game->rule, fuzz_level(in), NULL, &s->codes) == CORRAL_OK);
        s->position.codes = s->codes;
    }
    draw_position(in, s);
    if (fuzz_once_in(in, 32)) { /* both, or none */
        s->position.matrix = s->position.matrix ? NULL : &s->matrix;
        s->valid = false;
    }
    for (int i = 0; i < SCHEDULES; i++)
        draw_objective(in, &s->objectives[i]);
}

static void end(subject *s)
{
    corral_solver_free(s->solver);
    corral_codes_free(s->codes);
    free(s->own_table);
    free(s->candidates);
    free(s->history);
    free(s->opener);
    free(s->weights);
}

static bool make_solver(fuzz_input *in, subject *s)
{
    static const uint64_t memories[] = {1 << 20, 0, 1, 1 << 10, 1 << 14, 1 << 18, 1 << 16, 20000};
    void *const untouched = &(char){0};
    corral_solver *made = untouched;
    const uint64_t memory = memories[fuzz_draw(in, 8)];
    const uint32_t without = fuzz_once_in(in, 2) ? (uint32_t)fuzz_draw(in, CORRAL_REDUCTIONS) : 0;
    const corral_poll *poll = fuzz_begin(in, false);
    const corral_status status =
        fuzz_end(in, corral_solver_new(&s->position, memory, without, poll, &made), s->valid, s->large);
    CHECK((status == CORRAL_OK) == (made != untouched));
    if (status == CORRAL_OK)
        s->solver = made;
    return status == CORRAL_OK;
}

/* What has been learnt of an objective. */
static void learn(objective *o, int64_t lower, int64_t value)
{
    o->lower = lower > o->lower ? lower : o->lower;
    o->value = value < o->value ? value : o->value;
    CHECK(o->lower <= o->value);
}

static void learn_by_brute_force(const subject *s, objective *o)
{
    enum { FEW_PAIRS = 1500, MOST_SETS = 300 };
    int64_t value;
    if (o->valid && !o->large && !s->large && brute_count(&s->matrix, &s->position) * s->matrix.guesses < FEW_PAIRS &&
        brute_solve(&s->matrix, &s->position, &o->schedule, MOST_SETS, &value))
        learn(o, value, value);
}

static int64_t draw_budget(fuzz_input *in, const objective *o)
{
    static const int64_t budgets[] = {CORRAL_FORBIDDEN, INT64_MAX, 0, 1, -1, INT64_MIN, 20};
    const uint64_t kind = fuzz_draw(in, 12);
    return kind < 7 ? budgets[kind] : kind < 10 ? CORRAL_FORBIDDEN : o->value + (int64_t)kind - 10;
}

/* Is an outcome what it may be? */
static void check_outcome(const corral_outcome *outcome, int64_t budget)
{
    budget = budget < CORRAL_FORBIDDEN ? budget : CORRAL_FORBIDDEN;
    CHECK(outcome->lower <= outcome->value && outcome->value <= CORRAL_FORBIDDEN);
    if (outcome->ended)
        CHECK(outcome->value < budget ? outcome->lower == outcome->value
                                      : outcome->value == CORRAL_FORBIDDEN && outcome->lower >= budget);
}

static bool refuses(corral_status status)
{
    return status == CORRAL_INVALID || status == CORRAL_OVERFLOW;
}

static uint32_t draw_threads(fuzz_input *in)
{
    return fuzz_once_in(in, 12) ? (uint32_t)fuzz_draw(in, 5) : 1;
}

static void run(fuzz_input *in, subject *s, objective *o)
{
    const int64_t budget = draw_budget(in, o);
    const uint32_t threads = draw_threads(in);
    corral_outcome outcome = {.value = -7, .lower = -8};
    const corral_poll *poll = fuzz_begin(in, s->hasty);
    corral_status status = corral_solver_run(s->solver, &o->schedule, budget, threads, poll, &outcome);
    status = fuzz_end(in, status, o->valid, o->large || s->large);
    s->ended = NULL;
    if (refuses(status)) {
        CHECK(outcome.value == -7 && outcome.lower == -8 && !outcome.ended);
        return;
    }
    CHECK(outcome.ended == (status == CORRAL_OK));
    check_outcome(&outcome, budget);
    learn(o, outcome.lower, outcome.value);
    if (outcome.ended && outcome.value < CORRAL_FORBIDDEN)
        s->ended = o;
}

static void grow_tree(fuzz_input *in, subject *s, objective *o)
{
    corral_tree *const untouched = &(corral_tree){0}, *tree = untouched;
    const corral_poll *poll = fuzz_begin(in, s->hasty);
    const corral_status status =
        fuzz_end(in, corral_solver_tree(s->solver, &o->schedule, poll, &tree), o->valid, o->large || s->large);
    CHECK((status == CORRAL_OK) == (tree != untouched));
    if (status == CORRAL_OK) {
        const brute_play play = brute_replay(&s->matrix, &s->position, &o->schedule, tree);
        CHECK(play.sound);
        learn(o, 0, play.cost);
        CHECK(s->ended != o || play.cost == o->lower);
        corral_tree_free(tree);
    }
    if (s->ended != o)
        s->ended = NULL;
}

/* A way down, by the answers of a candidate; and the candidates that are left there. It may be one that there is
   not. */
typedef struct way {
    corral_step *steps;
    corral_path path;
    uint32_t *left;
    uint32_t count;
    bool valid;
} way;

static way draw_way(fuzz_input *in, const subject *s)
{
    const uint32_t most = (uint32_t)fuzz_draw(in, MOST_PATH + 1);
    const uint32_t count = brute_count(&s->matrix, &s->position);
    const uint32_t secret = brute_candidate(&s->position, (uint32_t)fuzz_draw(in, count));
    way w = {.steps = take(most, sizeof *w.steps), .left = take(count, sizeof *w.left), .valid = true};
    for (uint32_t i = 0; i < count; i++)
        w.left[w.count++] = brute_candidate(&s->position, i);
    for (uint32_t depth = 0; depth < most && w.valid; depth++) {
        uint32_t guess = (uint32_t)fuzz_draw(in, s->matrix.guesses);
        if (depth < s->position.opener_count && !fuzz_once_in(in, 16))
            guess = s->opener[depth];
        w.valid = depth >= s->position.opener_count || guess == s->opener[depth];
        const uint8_t *row = s->matrix.table + (size_t)guess * s->matrix.secrets;
        w.steps[depth] = (corral_step){guess, row[secret]};
        w.valid = w.valid && row[secret] + 1u < s->matrix.classes;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < w.count; i++)
            if (row[w.left[i]] == row[secret])
                w.left[kept++] = w.left[i];
        w.valid = w.valid && (kept < w.count || depth < s->position.opener_count);
        w.count = kept;
        w.path.count++;
    }
    if (w.path.count && fuzz_once_in(in, 16)) {
        static const corral_step wrong[] = {{UINT32_MAX, 0}, {0, UINT32_MAX}, {UINT32_MAX, UINT32_MAX}, {0, 256}};
        w.steps[fuzz_draw(in, w.path.count)] = wrong[fuzz_draw(in, 4)];
        w.valid = false;
    }
    w.path.steps = w.steps;
    return w;
}

static void free_way(way *w)
{
    free(w->steps);
    free(w->left);
}

static uint32_t draw_guess(fuzz_input *in, const subject *s, way *w)
{
    if (fuzz_once_in(in, 2))
        return CORRAL_ANY_GUESS;
    const bool forced = w->path.count < s->position.opener_count;
    const uint32_t guess = forced && !fuzz_once_in(in, 4) ? s->opener[w->path.count]
                           : fuzz_once_in(in, 16)         ? s->matrix.guesses
                                                          : (uint32_t)fuzz_draw(in, s->matrix.guesses);
    w->valid = w->valid && guess < s->matrix.guesses && (!forced || guess == s->opener[w->path.count]);
    return guess;
}

static void list_guesses(fuzz_input *in, subject *s, objective *o)
{
    way w = draw_way(in, s);
    corral_bounded_guess *const untouched = &(corral_bounded_guess){0, 0}, *guesses = untouched;
    uint32_t count = UINT32_MAX;
    const corral_poll *poll = fuzz_begin(in, s->hasty);
    const corral_status status =
        fuzz_end(in, corral_solver_guesses(s->solver, &o->schedule, w.path, poll, &guesses, &count),
                 o->valid && w.valid && w.count > 1, o->large || s->large);
    CHECK((status == CORRAL_OK) == (guesses != untouched) && (status == CORRAL_OK) == (count != UINT32_MAX));
    if (status == CORRAL_OK) {
        int64_t least = CORRAL_FORBIDDEN;
        for (uint32_t i = 0; i < count; i++) {
            CHECK(guesses[i].guess < s->matrix.guesses);
            least = guesses[i].lower < least ? guesses[i].lower : least;
        }
        if (!w.path.count && !s->position.opener_count)
            learn(o, least, CORRAL_FORBIDDEN);
        corral_free(guesses);
    }
    if (s->ended != o)
        s->ended = NULL;
    free_way(&w);
}

static void try_guess(fuzz_input *in, subject *s, objective *o)
{
    way w = draw_way(in, s);
    const uint32_t guess = draw_guess(in, s, &w);
    const int64_t budget = draw_budget(in, o);
    const uint32_t threads = draw_threads(in);
    corral_outcome outcome = {.value = -7, .lower = -8};
    const corral_poll *poll = fuzz_begin(in, s->hasty);
    const corral_status status = fuzz_end(
        in, corral_solver_try(s->solver, &o->schedule, w.path, guess, budget, threads, poll, &outcome),
        o->valid && w.valid, o->large || s->large);
    if (outcome.lower == -8) {
        CHECK(status != CORRAL_OK && outcome.value == -7 && !outcome.ended);
    } else {
        check_outcome(&outcome, budget);
        CHECK(outcome.ended == (status == CORRAL_OK));
        if (!w.path.count && guess == CORRAL_ANY_GUESS)
            learn(o, outcome.lower, outcome.value);
        else if (!w.path.count && !s->position.consistent)
            learn(o, 0, outcome.value);
    }
    if (s->ended != o)
        s->ended = NULL;
    free_way(&w);
}

static void grow_branch(fuzz_input *in, subject *s, objective *o)
{
    way w = draw_way(in, s);
    const uint32_t guess = draw_guess(in, s, &w), openers = s->position.opener_count;
    corral_tree *const untouched = &(corral_tree){0}, *tree = untouched;
    const bool solved = fuzz_once_in(in, 2);
    const corral_poll *poll = fuzz_begin(in, s->hasty);
    const corral_status status =
        fuzz_end(in, corral_solver_branch(s->solver, &o->schedule, w.path, guess, solved, poll, &tree),
                 o->valid && w.valid, o->large || s->large);
    CHECK((status == CORRAL_OK) == (tree != untouched));
    if (status == CORRAL_OK) {
        corral_position place = s->position;
        place.candidates = w.left;
        place.count = w.count;
        place.weights = NULL;
        place.opener = openers > w.path.count ? s->opener + w.path.count : &guess;
        place.opener_count = openers > w.path.count ? openers - w.path.count : guess != CORRAL_ANY_GUESS;
        CHECK(brute_replay(&s->matrix, &place, &o->schedule, tree).sound);
        corral_tree_free(tree);
    }
    if (s->ended != o)
        s->ended = NULL;
    free_way(&w);
}

void fuzz_solver(fuzz_input *in)
{
    static void (*const calls[])(fuzz_input *, subject *, objective *) = {
        run, grow_tree, run, try_guess, list_guesses, run, grow_branch, grow_tree,
    };
    subject s = {.valid = true};
    begin(in, &s);
    if (make_solver(in, &s)) {
        in->watched = s.solver;
        if (fuzz_once_in(in, 3))
            for (int i = 0; i < SCHEDULES; i++)
                learn_by_brute_force(&s, &s.objectives[i]);
        for (int call = 0; call < 12 && (!call || fuzz_more(in)); call++)
            calls[fuzz_draw(in, 8)](in, &s, &s.objectives[fuzz_draw(in, SCHEDULES)]);
        in->watched = NULL;
    }
    end(&s);
}
