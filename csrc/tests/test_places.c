/* Parts of a run that are done apart: what they cost must add up to what the run as a whole says, and the branches must
   be those of its tree. */

#include "brute.h"
#include "check.h"
#include "corral.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct task {
    const char *name;
    corral_rule rule;
    bool consistent;
    uint32_t history_count, opener_count;
    int64_t steps[6];
    uint32_t count;
} task;

static const task tasks[] = {
    {.name = "a total", .rule = {3, 5, false, true, false}, .steps = {1}, .count = 1},
    {.name = "repeats", .rule = {3, 4, true, true, false}, .steps = {1}, .count = 1},
    {.name = "a limit", .rule = {3, 4, true, true, false}, .steps = {1, 1, 1, CORRAL_FORBIDDEN}, .count = 4},
    {.name = "no tree", .rule = {3, 5, true, true, false}, .steps = {0, 0, CORRAL_FORBIDDEN}, .count = 3},
    {.name = "squares", .rule = {4, 4, false, false, false}, .steps = {3, 5, 7, 9, 11}, .count = 5},
    {.name = "candidates only", .rule = {3, 5, false, true, false}, .consistent = true, .steps = {1}, .count = 1},
    {.name = "an opener", .rule = {3, 5, false, true, false}, .opener_count = 1, .steps = {1}, .count = 1},
    {.name = "two of them", .rule = {3, 5, false, true, false}, .opener_count = 2, .steps = {1}, .count = 1},
    {.name = "three", .rule = {3, 4, true, true, false}, .opener_count = 3, .steps = {1}, .count = 1},
    {.name = "a history", .rule = {4, 5, false, true, false}, .history_count = 1, .steps = {1}, .count = 1},
};

typedef struct subject {
    const task *of;
    corral_codes *codes;
    corral_schedule schedule;
    corral_position position;
    corral_solver *solver;
    corral_outcome outcome;
    corral_tree *tree;
    uint8_t *table;
    uint32_t *candidates;
    uint32_t count, secrets, classes;
} subject;

static const uint32_t asked[] = {1}, opener[] = {0, 2, 5};

static uint32_t label_of(const subject *s, uint32_t guess, uint32_t secret)
{
    return s->table[(size_t)guess * s->secrets + secret];
}

static corral_solver *solver_of(const subject *s)
{
    corral_solver *solver = NULL;
    if (!CHECK(corral_solver_new(&s->position, 1 << 24, 0, NULL, &solver) == CORRAL_OK))
        exit(EXIT_FAILURE);
    return solver;
}

static void begin(subject *s, const task *of)
{
    memset(s, 0, sizeof *s);
    s->of = of;
    check_about(of->name);
    if (!CHECK(corral_codes_new(&of->rule, check_level(), NULL, &s->codes) == CORRAL_OK))
        exit(EXIT_FAILURE);
    s->secrets = corral_codes_count(s->codes);
    corral_classes classes;
    corral_classes_of(&of->rule, &classes);
    s->classes = classes.count;
    s->table = take((size_t)s->secrets * s->secrets, 1);
    CHECK(corral_table(s->codes, s->table, NULL) == CORRAL_OK);
    s->candidates = take(s->secrets, sizeof *s->candidates);
    for (uint32_t i = 0; i < s->secrets; i++)
        if (!of->history_count || label_of(s, asked[0], i) == 1)
            s->candidates[s->count++] = i;
    s->schedule = (corral_schedule){of->steps, of->count};
    s->position = (corral_position){.codes = s->codes,
                                    .candidates = of->history_count ? s->candidates : NULL,
                                    .count = s->count,
                                    .history = asked,
                                    .history_count = of->history_count,
                                    .whole = true,
                                    .opener = opener,
                                    .opener_count = of->opener_count,
                                    .consistent = of->consistent};
    s->solver = solver_of(s);
    CHECK(corral_solver_run(s->solver, &s->schedule, CORRAL_FORBIDDEN, 1, NULL, &s->outcome) == CORRAL_OK);
    CHECK(corral_solver_tree(s->solver, &s->schedule, NULL, &s->tree) == CORRAL_OK);
}

static void end(subject *s)
{
    corral_tree_free(s->tree);
    corral_solver_free(s->solver);
    corral_codes_free(s->codes);
    free(s->table);
    free(s->candidates);
}

static int64_t cost_at(corral_solver *solver, const subject *s, corral_path path, uint32_t guess, int64_t budget)
{
    corral_outcome outcome = {0};
    CHECK(corral_solver_try(solver, &s->schedule, path, guess, budget, 1, NULL, &outcome) == CORRAL_OK);
    CHECK(outcome.ended && (outcome.value < budget || outcome.value == CORRAL_FORBIDDEN));
    CHECK(outcome.value < budget ? outcome.lower == outcome.value : outcome.lower >= budget);
    return outcome.value;
}

static int64_t plus(int64_t a, int64_t b)
{
    return a + b < CORRAL_FORBIDDEN ? a + b : CORRAL_FORBIDDEN;
}

/* What a guess costs at the root, as a sum over the answers, each tried with whichever guess is the best. */
static int64_t sum_over_answers(corral_solver *solver, const subject *s, uint32_t guess)
{
    int64_t sum = 0;
    for (uint32_t label = 0; label + 1 < s->classes; label++) {
        uint32_t size = 0;
        for (uint32_t i = 0; i < s->count; i++)
            size += label_of(s, guess, s->candidates[i]) == label;
        const corral_step step = {guess, label};
        corral_outcome outcome = {.value = -1};
        if (!size) {
            CHECK(corral_solver_try(solver, &s->schedule, (corral_path){&step, 1}, CORRAL_ANY_GUESS, 1, 1, NULL,
                                    &outcome) == CORRAL_INVALID);
            CHECK(outcome.value == -1);
            continue;
        }
        sum = plus(sum, s->of->steps[0] < CORRAL_FORBIDDEN ? s->of->steps[0] * size : CORRAL_FORBIDDEN);
        sum = plus(sum, cost_at(solver, s, (corral_path){&step, 1}, CORRAL_ANY_GUESS, CORRAL_FORBIDDEN));
    }
    return sum;
}

static void test_costs(const subject *s)
{
    const corral_path root = {NULL, 0};
    const int64_t value = s->outcome.value;
    corral_solver *solver = solver_of(s);
    corral_bounded_guess *guesses = NULL;
    uint32_t count = 0;
    CHECK(cost_at(solver, s, root, CORRAL_ANY_GUESS, CORRAL_FORBIDDEN) == value);
    if (value < CORRAL_FORBIDDEN) {
        CHECK(cost_at(solver, s, root, CORRAL_ANY_GUESS, value) == CORRAL_FORBIDDEN);
        CHECK(cost_at(solver, s, root, CORRAL_ANY_GUESS, value + 1) == value);
    }
    CHECK(corral_solver_guesses(solver, &s->schedule, root, NULL, &guesses, &count) == CORRAL_OK);
    int64_t least = CORRAL_FORBIDDEN;
    for (uint32_t i = 0; i < count; i++) {
        if (s->of->opener_count && guesses[i].guess != opener[0])
            continue;
        const int64_t cost = cost_at(solver, s, root, guesses[i].guess, CORRAL_FORBIDDEN);
        CHECK(cost >= guesses[i].lower);
        CHECK(i % 3 || sum_over_answers(solver, s, guesses[i].guess) == cost);
        least = cost < least ? cost : least;
    }
    if (s->of->opener_count)
        least = cost_at(solver, s, root, opener[0], CORRAL_FORBIDDEN);
    CHECK(least == value);
    corral_free(guesses);
    corral_solver_free(solver);
}

/* The nodes of a branch, level by level, are those below a node of the tree. */
static void check_branch(const corral_tree *tree, uint32_t node, const corral_tree *branch)
{
    uint32_t *at = take(branch->nodes, sizeof *at);
    at[0] = node;
    for (uint32_t i = 0; i < branch->nodes; i++) {
        CHECK(branch->guess[i] == tree->guess[at[i]] && branch->size[i] == tree->size[at[i]]);
        CHECK(!i || branch->label[i] == tree->label[at[i]]);
        const uint32_t children = branch->first[i + 1] - branch->first[i];
        if (!CHECK(children == tree->first[at[i] + 1] - tree->first[at[i]]))
            break;
        for (uint32_t k = 0; k < children; k++)
            at[branch->first[i] + k] = tree->first[at[i]] + k;
    }
    free(at);
}

static void test_branches(const subject *s)
{
    const corral_tree *tree = s->tree;
    if (s->outcome.value >= CORRAL_FORBIDDEN)
        return;
    for (uint32_t node = 0; node < tree->nodes && node < 40; node++) {
        corral_step steps[8];
        uint32_t depth = 0, up[8];
        for (uint32_t below = node; below; depth++) {
            uint32_t above = 0;
            while (tree->first[above + 1] <= below)
                above++;
            up[depth] = below;
            below = above;
        }
        for (uint32_t i = 0; i < depth; i++) {
            const uint32_t below = up[depth - 1 - i], above = i ? up[depth - i] : 0;
            steps[i] = (corral_step){tree->guess[above], tree->label[below]};
        }
        corral_solver *solver = solver_of(s);
        for (int guessed = 0; guessed < 2; guessed++) {
            corral_tree *branch = NULL;
            const uint32_t guess = guessed ? tree->guess[node] : CORRAL_ANY_GUESS;
            if (!CHECK(corral_solver_branch(solver, &s->schedule, (corral_path){steps, depth}, guess, true, NULL,
                                            &branch) == CORRAL_OK))
                continue;
            check_branch(tree, node, branch);
            corral_tree_free(branch);
            /* What is not solved has a tree for every candidate too. */
            CHECK(corral_solver_branch(solver, &s->schedule, (corral_path){steps, depth}, guess, false, NULL,
                                       &branch) == CORRAL_OK);
            CHECK(branch->size[0] == tree->size[node]);
            corral_tree_free(branch);
        }
        corral_solver_free(solver);
    }
}

/* Where no tree is allowed, there is one for every candidate all the same. */
static void test_no_tree(const subject *s)
{
    const corral_path root = {NULL, 0};
    const corral_matrix matrix = {s->table, s->secrets, s->secrets, s->classes};
    if (s->outcome.value < CORRAL_FORBIDDEN)
        return;
    for (int solved = 0; solved < 2; solved++) {
        corral_solver *solver = solver_of(s);
        corral_tree *branch = NULL;
        if (CHECK(corral_solver_branch(solver, &s->schedule, root, CORRAL_ANY_GUESS, solved, NULL, &branch) ==
                  CORRAL_OK))
            CHECK(brute_replay(&matrix, &s->position, &s->schedule, branch).sound);
        corral_tree_free(branch);
        corral_solver_free(solver);
    }
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    (void)done;
    (void)total;
    return true;
}

static void test_refused(const subject *s)
{
    corral_solver *solver = s->solver;
    corral_outcome outcome = {.value = -1};
    corral_tree *tree = NULL;
    corral_bounded_guess *guesses = NULL;
    uint32_t count = 7;
    const uint32_t first = s->of->opener_count ? opener[0] : 3;
    const corral_step win = {first, s->classes - 1}, none = {s->secrets, 0};
    const corral_step *wrong[] = {&win, &none};
    for (int i = 0; i < 2; i++) {
        const corral_path path = {wrong[i], 1};
        CHECK(corral_solver_try(solver, &s->schedule, path, CORRAL_ANY_GUESS, 9, 1, NULL, &outcome) == CORRAL_INVALID);
        CHECK(corral_solver_branch(solver, &s->schedule, path, CORRAL_ANY_GUESS, true, NULL, &tree) == CORRAL_INVALID);
        CHECK(corral_solver_guesses(solver, &s->schedule, path, NULL, &guesses, &count) == CORRAL_INVALID);
    }
    const corral_path root = {NULL, 0};
    CHECK(corral_solver_try(solver, &s->schedule, root, s->secrets, 9, 1, NULL, &outcome) == CORRAL_INVALID);
    CHECK(corral_solver_branch(solver, &s->schedule, root, s->secrets, true, NULL, &tree) == CORRAL_INVALID);
    if (s->of->opener_count) {
        const corral_step other = {opener[0] + 1, 0};
        CHECK(corral_solver_try(solver, &s->schedule, root, opener[0] + 1, 9, 1, NULL, &outcome) == CORRAL_INVALID);
        CHECK(corral_solver_branch(solver, &s->schedule, (corral_path){&other, 1}, CORRAL_ANY_GUESS, true, NULL,
                                   &tree) == CORRAL_INVALID);
    }
    const corral_schedule nothing = {s->of->steps, 0};
    CHECK(corral_solver_try(solver, &nothing, root, CORRAL_ANY_GUESS, 9, 1, NULL, &outcome) == CORRAL_INVALID);
    CHECK(corral_solver_branch(solver, &nothing, root, CORRAL_ANY_GUESS, true, NULL, &tree) == CORRAL_INVALID);
    CHECK(corral_solver_guesses(solver, &nothing, root, NULL, &guesses, &count) == CORRAL_INVALID);
    CHECK(outcome.value == -1 && !tree && !guesses && count == 7);
    /* Stopped, it tells what is known. */
    const corral_poll poll = {.stop = stop};
    corral_solver *other = solver_of(s);
    const corral_status status =
        corral_solver_try(other, &s->schedule, root, CORRAL_ANY_GUESS, CORRAL_FORBIDDEN, 2, &poll, &outcome);
    CHECK(status == CORRAL_OK || (status == CORRAL_STOPPED && !outcome.ended));
    CHECK(outcome.lower <= s->outcome.value && outcome.value >= s->outcome.value);
    corral_solver_free(other);
}

static void test_no_memory(const subject *s)
{
#ifdef CORRAL_FAILING_ALLOC
    const corral_path root = {NULL, 0};
    for (long granted = 0, failed = 1; failed; granted++) {
        corral_solver *solver = solver_of(s);
        corral_bounded_guess *guesses = NULL;
        corral_outcome outcome = {0};
        uint32_t count;
        corral_allocations_left = granted;
        const corral_status listed = corral_solver_guesses(solver, &s->schedule, root, NULL, &guesses, &count);
        const corral_status tried =
            corral_solver_try(solver, &s->schedule, root, CORRAL_ANY_GUESS, CORRAL_FORBIDDEN, 1, NULL, &outcome);
        corral_allocations_left = -1;
        CHECK(listed == CORRAL_OK || (listed == CORRAL_NO_MEMORY && !guesses));
        CHECK(tried == CORRAL_OK ? outcome.value == s->outcome.value : tried == CORRAL_NO_MEMORY && !outcome.ended);
        failed = listed || tried;
        corral_free(guesses);
        corral_solver_free(solver);
    }
#else
    (void)s;
    puts("SKIPPED: failing allocations, the core was built without CORRAL_FAILING_ALLOC");
#endif
}

int main(void)
{
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i += check_quick() ? 2 : 1) {
        subject s;
        begin(&s, &tasks[i]);
        test_costs(&s);
        test_branches(&s);
        test_no_tree(&s);
        test_refused(&s);
        test_no_memory(&s);
        end(&s);
    }
    return check_end();
}
