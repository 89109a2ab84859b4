#include "reference.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

corral_rule numbered_rule(int number)
{
    return (corral_rule){.places = (uint8_t)(number / 8 / CORRAL_MAX_SYMBOLS + 1),
                         .symbols = (uint8_t)(number / 8 % CORRAL_MAX_SYMBOLS + 1),
                         .repeats = number & 1,
                         .leading_zero = number & 2,
                         .bulls_only = number & 4};
}

bool small_rule(const corral_rule *rule, uint64_t codes)
{
    return corral_rule_check(rule) == CORRAL_OK && corral_count(rule) <= codes;
}

/* As players do it: pair off the bulls, then every other peg of the guess with an equal one that is still free. */
answer reference_answer(const corral_rule *rule, const uint8_t *guess, const uint8_t *secret)
{
    answer found = {0, 0};
    bool taken[CORRAL_MAX_PLACES] = {false};
    for (int i = 0; i < rule->places; i++)
        if (guess[i] == secret[i]) {
            taken[i] = true;
            found.bulls++;
        }
    for (int i = 0; i < rule->places && !rule->bulls_only; i++)
        for (int j = 0; j < rule->places && guess[i] != secret[i]; j++)
            if (!taken[j] && guess[i] == secret[j]) {
                taken[j] = true;
                found.cows++;
                break;
            }
    return found;
}

reference reference_game(const corral_rule *rule)
{
    enum { ANSWERS = CORRAL_MAX_PLACES + 1 };
    reference game = {.rule = *rule, .count = (uint32_t)corral_count(rule)};
    const size_t count = game.count;
    game.codes = take(count, sizeof *game.codes);
    game.table = take(count * count, 1);
    for (size_t i = 0; i < count; i++)
        CHECK(corral_unrank(rule, i, game.codes[i]) == CORRAL_OK);

    bool occurs[ANSWERS * ANSWERS] = {false};
    for (size_t guess = 0; guess < count; guess++)
        for (size_t secret = 0; secret < count; secret++) {
            answer found = reference_answer(rule, game.codes[guess], game.codes[secret]);
            int at = found.bulls * ANSWERS + found.cows;
            occurs[at] = true;
            game.table[guess * count + secret] = (uint8_t)at;
        }
    uint8_t number[ANSWERS * ANSWERS] = {0};
    for (int at = 0; at < ANSWERS * ANSWERS; at++)
        if (occurs[at] && CHECK(game.classes < CORRAL_MAX_CLASSES)) {
            game.bulls[game.classes] = (uint8_t)(at / ANSWERS);
            game.cows[game.classes] = (uint8_t)(at % ANSWERS);
            number[at] = (uint8_t)game.classes++;
        }
    for (size_t pair = 0; pair < count * count; pair++)
        game.table[pair] = number[game.table[pair]];
    return game;
}

void reference_free(reference *game)
{
    free(game->codes);
    free(game->table);
}

score reference_score(const uint32_t *sizes, unsigned classes, const uint64_t *nlogn)
{
    score sum = {0, 0, 0, 0};
    for (unsigned class = 0; class < classes; class++) {
        const uint32_t size = sizes[class];
        sum.parts += size > 0;
        sum.largest = size > sum.largest ? size : sum.largest;
        sum.squares += (uint64_t)size * size;
        sum.nlogn += nlogn[size];
    }
    return sum;
}
