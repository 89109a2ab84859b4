/* Feedback classes and class numbers, against all pairs of all small games and random pairs of large ones. */

#include "check.h"
#include "reference.h"

#include <string.h>

/* Does the class number of every class follow from its sums? */
static void check_sums(const corral_rule *rule, const corral_classes *classes)
{
    for (unsigned class = 0; class < classes->count; class++) {
        const int bulls = classes->bulls[class], cows = classes->cows[class];
        CHECK((uint8_t)(classes->by_total[bulls + cows] + classes->by_bulls[bulls]) == class);
    }
    for (int total = 0; total <= rule->places && rule->bulls_only; total++)
        CHECK(classes->by_total[total] == 0);
}

/* Ascending by bulls, then cows, and all bulls last. */
static void check_order(const corral_rule *rule, const corral_classes *classes)
{
    CHECK(classes->count >= 1 && classes->count <= CORRAL_MAX_CLASSES);
    CHECK(classes->bulls[classes->count - 1] == rule->places && classes->cows[classes->count - 1] == 0);
    for (unsigned class = 1; class < classes->count; class++) {
        const int more = classes->bulls[class] - classes->bulls[class - 1];
        CHECK(more > 0 || (more == 0 && classes->cows[class] > classes->cows[class - 1]));
    }
}

static void test_all_pairs(const corral_rule *rule)
{
    check_game(rule);
    reference game = reference_game(rule);
    corral_classes classes;
    corral_classes_of(rule, &classes);
    check_order(rule, &classes);
    check_sums(rule, &classes);
    if (CHECK(classes.count == game.classes)) {
        CHECK(!memcmp(classes.bulls, game.bulls, classes.count));
        CHECK(!memcmp(classes.cows, game.cows, classes.count));
    }
    for (size_t guess = 0; guess < game.count; guess++)
        for (size_t secret = 0; secret < game.count; secret++)
            CHECK(corral_feedback(rule, &classes, game.codes[guess], game.codes[secret]) ==
                  game.table[guess * game.count + secret]);
    reference_free(&game);
}

/* All levels share this code, so all pairs at one of them are enough, and a few at the others. Two places among very
   many symbols are left to the random pairs. */
static void test_small_games(void)
{
    enum { MANY_SYMBOLS = 20 };
    const uint64_t largest = check_quick() ? 20 : check_level() == CORRAL_PORTABLE ? 1500 : 120;
    for (int number = 0; number < RULES; number++) {
        const corral_rule rule = numbered_rule(number);
        if (small_rule(&rule, largest) && (rule.places != 2 || rule.symbols <= MANY_SYMBOLS))
            test_all_pairs(&rule);
    }
}

/* A secret that resembles the guess more or less, or there would be few bulls and cows among many symbols. */
static void random_pair(const corral_rule *rule, uint8_t *guess, uint8_t *secret)
{
    CHECK(corral_unrank(rule, random_below(corral_count(rule)), guess) == CORRAL_OK);
    uint64_t number = 0;
    do {
        memcpy(secret, guess, rule->places);
        for (uint64_t changes = random_below(rule->places + 1u); changes > 0; changes--) {
            const uint64_t place = random_below(rule->places), other = random_below(rule->places);
            const uint8_t kept = secret[place];
            secret[place] = secret[other];
            secret[other] = random_below(2) ? kept : (uint8_t)random_below(rule->symbols);
        }
    } while (corral_rank(rule, secret, &number) != CORRAL_OK);
}

static void test_large_game(const corral_rule *rule)
{
    check_game(rule);
    corral_classes classes;
    corral_classes_of(rule, &classes);
    check_order(rule, &classes);
    check_sums(rule, &classes);
    for (int i = 0; i < (check_quick() ? 5 : 200); i++) {
        uint8_t guess[CORRAL_MAX_PLACES], secret[CORRAL_MAX_PLACES];
        random_pair(rule, guess, secret);
        const answer found = reference_answer(rule, guess, secret);
        const unsigned class = corral_feedback(rule, &classes, guess, secret);
        if (CHECK(class < classes.count))
            CHECK(classes.bulls[class] == found.bulls && classes.cows[class] == found.cows);
    }
}

static void test_large_games(void)
{
    static const uint8_t symbols[] = {3, 10, 13, 24, CORRAL_MAX_SYMBOLS};
    for (int places = 1; places <= CORRAL_MAX_PLACES; places++)
        for (size_t i = 0; i < sizeof symbols; i++)
            for (int kind = 0; kind < 8; kind++) {
                const corral_rule rule = {.places = (uint8_t)places,
                                          .symbols = symbols[i],
                                          .repeats = kind & 1,
                                          .leading_zero = kind & 2,
                                          .bulls_only = kind & 4};
                if (corral_rule_check(&rule) == CORRAL_OK)
                    test_large_game(&rule);
            }
}

static void test_class_counts(void)
{
    static const corral_rule most = {.places = 12, .symbols = 36, .repeats = true, .leading_zero = true};
    static const corral_rule bulls_and_cows = {.places = 4, .symbols = 10, .leading_zero = true};
    corral_classes classes;
    check_about("");
    corral_classes_of(&most, &classes);
    CHECK(classes.count == CORRAL_MAX_CLASSES);
    corral_classes_of(&bulls_and_cows, &classes);
    CHECK(classes.count == 14);
}

int main(void)
{
    test_small_games();
    test_large_games();
    test_class_counts();
    return check_end();
}
