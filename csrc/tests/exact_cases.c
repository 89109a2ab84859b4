#include "exact_cases.h"

#include "check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LISTED = 24,  /* candidates of a subset */
    MOST_UNIONED = 40, /* candidates after a history, mostly */
    MANY = 150,        /* in games with more codes there are */
    FEW = 12,          /* at most */
    MOST_SECRETS = 9,
    MOST_MATRIX_GUESSES = 12,
    MOST_ANSWERS = 256,
};

exact_game game_of(const corral_rule *rule)
{
    exact_game game = {.reference = reference_game(rule)};
    CHECK(corral_codes_new(rule, check_level(), NULL, &game.codes) == CORRAL_OK);
    CHECK(corral_codes_new(rule, CORRAL_PORTABLE, NULL, &game.plain) == CORRAL_OK);
    return game;
}

void game_free(exact_game *game)
{
    corral_codes_free(game->codes);
    corral_codes_free(game->plain);
    reference_free(&game->reference);
}

corral_matrix game_matrix(const exact_game *game)
{
    const reference *r = &game->reference;
    return (corral_matrix){.table = r->table, .guesses = r->count, .secrets = r->count, .classes = r->classes};
}

/* places, symbols, repeats, leading zero, bulls only */
static const corral_rule rules[] = {
    {1, 1, false, true, false},  {1, 2, false, true, false},  {1, 9, true, true, true},    {1, 7, false, false, false},
    {2, 2, true, true, false},   {2, 3, true, true, false},   {2, 4, true, true, false},   {2, 6, true, true, false},
    {2, 3, false, true, false},  {2, 5, false, true, false},  {2, 7, false, true, false},  {2, 5, false, false, false},
    {2, 5, true, false, false},  {2, 5, true, true, true},    {3, 2, true, true, false},   {3, 3, true, true, false},
    {3, 3, true, false, false},  {3, 3, true, true, true},    {3, 4, false, true, false},  {3, 4, false, false, false},
    {3, 4, false, true, true},   {3, 5, false, true, false},  {3, 5, false, false, true},  {4, 2, true, true, false},
    {4, 2, true, true, true},    {4, 4, false, true, false},  {4, 4, false, false, false}, {4, 4, false, true, true},
    {4, 3, true, false, false},  {5, 2, true, true, false},   {5, 2, true, false, true},   {6, 2, true, true, false},
    {12, 1, true, true, false},  {3, 4, true, true, false},   {4, 3, true, true, false},   {3, 6, false, true, false},
    {4, 5, false, true, false},  {4, 5, false, false, false}, {4, 4, true, true, false},   {5, 5, false, true, false},
    {5, 3, true, true, false},   {3, 7, false, true, true},   {7, 2, true, true, false},   {2, 12, true, true, false},
    {2, 14, false, true, false}, {5, 6, false, false, false}, {4, 4, true, false, true},   {3, 6, true, true, false},
};
enum { GAMES = sizeof rules / sizeof *rules };
static exact_game games[GAMES];

void cases_begin(void)
{
    for (int i = 0; i < GAMES; i++) {
        check_game(&rules[i]);
        games[i] = game_of(&rules[i]);
    }
}

void cases_end(void)
{
    for (int i = 0; i < GAMES; i++)
        game_free(&games[i]);
}

/* Secrets and guesses that win against them in random order, or guess i against secret i; the others never win, and may
   repeat one that was there before. */
static void make_matrix(exact_case *made)
{
    const uint32_t secrets = 1 + (uint32_t)dice(MOST_SECRETS);
    const uint32_t classes = (secrets > 1 ? 2 : 1) + (uint32_t)dice(5);
    const uint32_t guesses = secrets + (uint32_t)dice(MOST_MATRIX_GUESSES + 1 - secrets);
    const bool coarse = !dice(3); /* most answers are alike */
    uint32_t order[MOST_MATRIX_GUESSES];
    for (uint32_t i = 0; i < guesses; i++)
        order[i] = i;
    for (uint32_t i = guesses; i > 1 && dice(4); i--) {
        const uint32_t other = (uint32_t)dice(i), kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
    made->table = take((size_t)guesses * secrets, 1);
    for (uint32_t g = 0; g < guesses; g++)
        for (uint32_t s = 0; s < secrets; s++) {
            const bool wins = order[g] == s || classes == 1;
            const uint64_t class = classes > 1 ? dice(classes - 1) : 0;
            made->table[g * secrets + s] = (uint8_t)(wins ? classes - 1 : coarse && dice(4) ? 0 : class);
        }
    for (uint32_t g = 1; g < guesses; g++)
        if (order[g] >= secrets && !dice(3))
            memcpy(made->table + g * secrets, made->table + dice(g) * secrets, secrets);
    made->matrix = (corral_matrix){made->table, guesses, secrets, classes};
}

/* Codes that agree with a history and some of the answers that it may get. */
static void make_whole(exact_case *made)
{
    const corral_matrix *game = &made->matrix;
    const uint32_t most = game->secrets > MANY ? FEW : dice(3) ? MOST_UNIONED : BRUTE_CANDIDATES;
    uint64_t *answers = take(game->secrets, sizeof *answers);
    bool *kept = take(game->secrets, sizeof *kept);
    uint32_t count = 0;
    for (uint32_t s = 0; s < game->secrets; s++) {
        answers[s] = 0;
        kept[s] = false;
        for (uint32_t i = 0; i < made->position.history_count; i++)
            answers[s] = answers[s] * MOST_ANSWERS + game->table[(size_t)made->history[i] * game->secrets + s];
    }
    for (uint64_t tries = 1 + dice(4), i = 0; i < tries; i++) {
        const uint64_t vector = answers[dice(game->secrets)];
        uint32_t more = 0;
        for (uint32_t s = 0; s < game->secrets; s++)
            more += !kept[s] && answers[s] == vector;
        for (uint32_t s = 0; s < game->secrets && (!count || count + more <= most); s++)
            kept[s] = kept[s] || answers[s] == vector;
        count += !count || count + more <= most ? more : 0;
    }
    made->candidates = take(count, sizeof *made->candidates);
    for (uint32_t s = 0, at = 0; s < game->secrets; s++)
        if (kept[s])
            made->candidates[at++] = s;
    made->position.candidates = made->candidates;
    made->position.count = count;
    made->position.whole = true;
    free(answers);
    free(kept);
}

/* Any secrets at all. The history has nothing to do with them. */
static void make_subset(exact_case *made)
{
    const uint32_t all = made->matrix.secrets, most = all > MANY ? FEW : all < MOST_LISTED ? all : MOST_LISTED;
    const uint32_t wanted = 1 + (uint32_t)dice(most);
    uint32_t count = 0;
    made->candidates = take(wanted, sizeof *made->candidates);
    for (uint32_t s = 0; s < all; s++)
        if (dice(all - s) < wanted - count)
            made->candidates[count++] = s;
    made->position.candidates = made->candidates;
    made->position.count = count;
}

static void make_weights(exact_case *made)
{
    static const uint64_t limits[] = {2, 4, 4, 100, 70000, 1 << 20};
    const uint32_t count = brute_count(&made->matrix, &made->position);
    const uint64_t kind = dice(8), limit = limits[dice(6)];
    made->weights = take(count, sizeof *made->weights);
    for (uint32_t i = 0; i < count; i++)
        made->weights[i] = kind == 0 ? 1 : kind == 1 ? 3 : kind == 2 ? (uint64_t)!i << 24 : dice(limit);
    made->position.weights = made->weights;
}

/* Some of the guesses that were drawn may be the same. */
static uint32_t make_guesses(const exact_case *made, uint32_t guesses[MOST_GUESSES], uint32_t most)
{
    const uint32_t count = 1 + (uint32_t)dice(most);
    for (uint32_t i = 0; i < count; i++)
        guesses[i] = i && !dice(6) ? guesses[dice(i)] : (uint32_t)dice(made->matrix.guesses);
    return count;
}

void case_make(exact_case *made, uint64_t number)
{
    memset(made, 0, sizeof *made);
    made->number = number;
    dice_begin(number);
    if (dice(3)) {
        made->game = &games[dice(GAMES)];
        made->matrix = game_matrix(made->game);
        made->position.codes = made->game->codes;
    } else {
        make_matrix(made);
        made->position.matrix = &made->matrix;
    }
    const uint64_t kind = dice(6);
    if (kind != 1 || dice(2)) {
        made->position.history_count = make_guesses(made, made->history, 3);
        made->position.history = made->history;
    }
    if (kind == 0)
        make_subset(made);
    else if (kind > 1)
        make_whole(made);
    else
        made->position.whole = dice(2);
    if (!dice(3))
        make_weights(made);
    if (!dice(4)) {
        made->position.opener_count = make_guesses(made, made->opener, MOST_GUESSES);
        made->position.opener = made->opener;
    }
    made->position.consistent = !dice(5);
}

void case_free(exact_case *made)
{
    free(made->table);
    free(made->candidates);
    free(made->weights);
}

void print_numbers(const char *name, const uint32_t *list, uint32_t count)
{
    printf("  %s, %" PRIu32 ":", name, count);
    for (uint32_t i = 0; i < count && i < BRUTE_CANDIDATES; i++)
        printf(" %" PRIu32, list[i]);
    puts(count > BRUTE_CANDIDATES ? " .." : "");
}

void print_position(const corral_rule *rule, const corral_matrix *matrix, const corral_position *position)
{
    if (rule)
        printf("  pegs: %d places, %d symbols, repeats %d, leading zero %d, bulls only %d\n", rule->places,
               rule->symbols, rule->repeats, rule->leading_zero, rule->bulls_only);
    else
        printf("  matrix: %" PRIu32 " guesses, %" PRIu32 " secrets, %" PRIu32 " classes\n", matrix->guesses,
               matrix->secrets, matrix->classes);
    for (uint32_t g = 0; !rule && g < matrix->guesses && matrix->secrets <= MOST_SECRETS; g++) {
        printf("   ");
        for (uint32_t s = 0; s < matrix->secrets; s++)
            printf(" %d", matrix->table[g * matrix->secrets + s]);
        puts("");
    }
    const uint32_t count = brute_count(matrix, position);
    if (position->candidates)
        print_numbers("candidates", position->candidates, count);
    print_numbers(position->whole ? "history, whole" : "history", position->history, position->history_count);
    print_numbers(position->consistent ? "consistent, opener" : "opener", position->opener, position->opener_count);
    printf("  weights:");
    for (uint32_t i = 0; i < count && i < BRUTE_CANDIDATES && position->weights; i++)
        printf(" %" PRIu64, position->weights[i]);
    puts("");
}
