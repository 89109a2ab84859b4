/* The best decision tree of a game: solve PLACES SYMBOLS [repeats] */

#include <corral.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64 }; /* guesses in a row that are told apart */

/* A search can take longer than anyone waits. */
static bool give_up(void *context, uint64_t done, uint64_t total)
{
    (void)total;
    return done > *(const uint64_t *)context;
}

/* How many secrets the tree finds by guess 1, 2, ... A node finds what its children have not got. */
static uint32_t count_found(const corral_tree *tree, uint32_t found[LONGEST])
{
    uint32_t depth = 0, last = 1; /* nodes are in breadth-first order: those before `last` are as deep as this one */
    memset(found, 0, LONGEST * sizeof *found);
    for (uint32_t node = 0; node < tree->nodes; node++) {
        if (node == last) {
            depth += depth + 1 < LONGEST;
            last = tree->first[node];
        }
        found[depth] += tree->size[node];
        for (uint32_t child = tree->first[node]; child < tree->first[node + 1]; child++)
            found[depth] -= tree->size[child];
    }
    return depth + 1;
}

static corral_status solve(const corral_rule *rule, corral_codes **codes, corral_solver **solver, corral_tree **tree)
{
    const int64_t one = 1; /* what every further guess costs */
    const corral_schedule total = {.steps = &one, .count = 1};
    uint64_t patience = 1000000; /* sets of codes that are searched */
    const corral_poll poll = {.stop = give_up, .context = &patience};
    corral_outcome outcome;
    corral_status status = corral_codes_new(rule, corral_best_level(), NULL, codes);
    if (!status) {
        const corral_position start = {.codes = *codes};
        status = corral_solver_new(&start, 1 << 28, 0, NULL, solver);
    }
    if (!status)
        status = corral_solver_run(*solver, &total, CORRAL_FORBIDDEN, 2, &poll, &outcome);
    if (!status)
        status = corral_solver_tree(*solver, &total, NULL, tree);
    if (!status)
        printf("least total %lld\n", (long long)outcome.value + corral_codes_count(*codes));
    return status;
}

static void print_tree(const corral_rule *rule, const corral_tree *tree)
{
    uint8_t code[CORRAL_MAX_PLACES];
    uint32_t found[LONGEST], depth = count_found(tree, found);
    corral_unrank(rule, tree->guess[0], code);
    printf("first guess");
    for (int place = 0; place < rule->places; place++)
        printf(" %d", code[place]);
    printf("\n");
    for (uint32_t guess = 0; guess < depth; guess++)
        printf("found by guess %d: %d\n", (int)guess + 1, (int)found[guess]);
}

int main(int argc, char **argv)
{
    const int places = argc < 3 ? 0 : atoi(argv[1]), symbols = argc < 3 ? 0 : atoi(argv[2]);
    if (places < 1 || places > CORRAL_MAX_PLACES || symbols < 1 || symbols > CORRAL_MAX_SYMBOLS) {
        fprintf(stderr, "usage: solve PLACES SYMBOLS [repeats]\n");
        return 2;
    }
    const corral_rule rule = {
        .places = (uint8_t)places, .symbols = (uint8_t)symbols, .repeats = argc > 3, .leading_zero = true};
    corral_codes *codes = NULL;
    corral_solver *solver = NULL;
    corral_tree *tree = NULL;
    corral_status status = solve(&rule, &codes, &solver, &tree);
    if (status)
        fprintf(stderr, "solve: %s\n", corral_status_text(status));
    else
        print_tree(&rule, tree);
    corral_tree_free(tree);
    corral_solver_free(solver);
    corral_codes_free(codes);
    return status ? 1 : 0;
}
