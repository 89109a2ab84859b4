/* corral_split against a plain stable grouping. */

#include "check.h"
#include "reference.h"

#include <stdlib.h>

/* NULL list: all codes, with their count. */
static void check_split(const corral_codes *codes, const corral_rule *rule, uint32_t guess, const uint32_t *list,
                        uint32_t count)
{
    uint8_t guessed[CORRAL_MAX_PLACES], secret[CORRAL_MAX_PLACES];
    uint32_t *out = take(count, sizeof *out), sizes[CORRAL_MAX_CLASSES], placed = 0;
    uint8_t *classes = take(count, 1);
    corral_classes known;
    corral_classes_of(rule, &known);
    CHECK(corral_unrank(rule, guess, guessed) == CORRAL_OK);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(corral_unrank(rule, list ? list[i] : i, secret) == CORRAL_OK);
        const answer found = reference_answer(rule, guessed, secret);
        classes[i] = 0;
        while (classes[i] < known.count &&
               (known.bulls[classes[i]] != found.bulls || known.cows[classes[i]] != found.cows))
            classes[i]++;
    }
    CHECK(corral_split(codes, guess, list, list ? count : 0, out, sizes, NULL) == CORRAL_OK);
    for (unsigned class = 0; class < CORRAL_MAX_CLASSES; class++) {
        const uint32_t start = placed;
        for (uint32_t i = 0; i < count; i++)
            if (classes[i] == class && CHECK(placed < count))
                CHECK(out[placed++] == (list ? list[i] : i));
        CHECK(sizes[class] == placed - start);
    }
    CHECK(placed == count);
    free(out);
    free(classes);
}

/* Lists of different codes in no order. */
static void test_game(const corral_rule *rule)
{
    static const uint32_t counts[] = {0, 1, 2, 31, 64, 65, 511, 512, 513, 1025};
    corral_codes *codes = NULL;
    check_game(rule);
    if (!CHECK(corral_codes_new(rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    const uint32_t all = corral_codes_count(codes);
    uint32_t *list = take(all, sizeof *list);
    for (uint32_t i = 0; i < all; i++)
        list[i] = i;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        shuffle(list, all);
        check_split(codes, rule, (uint32_t)random_below(all), list, counts[i] < all ? counts[i] : all);
    }
    free(list);
    if (!check_quick() || all < 1500) {
        check_split(codes, rule, 0, NULL, all);
        check_split(codes, rule, all - 1, NULL, all);
    }
    corral_codes_free(codes);
}

static void test_games(void)
{
    for (int places = 1; places <= CORRAL_MAX_PLACES; places++) {
        const uint8_t few = places <= 4 ? 6 : places <= 7 ? 3 : 2, p = (uint8_t)places;
        test_game(&(corral_rule){.places = p, .symbols = few, .repeats = true, .leading_zero = true});
        test_game(&(corral_rule){.places = p, .symbols = few, .repeats = true, .bulls_only = true});
    }
    test_game(&(corral_rule){.places = 1, .symbols = 1, .leading_zero = true});
    test_game(&(corral_rule){.places = 4, .symbols = 10, .leading_zero = true});
    test_game(&(corral_rule){.places = 4, .symbols = 10});
    test_game(&(corral_rule){.places = 7, .symbols = 7, .leading_zero = true, .bulls_only = true});
    test_game(&(corral_rule){.places = 3, .symbols = 36, .leading_zero = true});
}

static void test_refused(void)
{
    const corral_rule rule = {.places = 3, .symbols = 6, .leading_zero = true}; /* 120 codes */
    corral_codes *codes = NULL;
    check_game(&rule);
    if (!CHECK(corral_codes_new(&rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    uint32_t out[121], sizes[CORRAL_MAX_CLASSES], all_and_one[121] = {0};
    CHECK(corral_split(codes, 120, (const uint32_t[]){0, 1, 2}, 3, out, sizes, NULL) == CORRAL_INVALID);
    CHECK(corral_split(codes, UINT32_MAX, NULL, 0, out, sizes, NULL) == CORRAL_INVALID);
    CHECK(corral_split(codes, 0, (const uint32_t[]){0, 1, 120}, 3, out, sizes, NULL) == CORRAL_INVALID);
    CHECK(corral_split(codes, 0, all_and_one, 121, out, sizes, NULL) == CORRAL_INVALID);
    corral_codes_free(codes);
}

int main(void)
{
    test_games();
    test_refused();
    return check_end();
}
