/* Codes and their numbers, against a walk through all arrays of symbols in lexicographic order. */

#include "check.h"
#include "codes.h"
#include "reference.h"

#include <string.h>

/* What makes an array a code, word for word. */
static bool is_code(const corral_rule *rule, const uint8_t *code)
{
    if (!rule->leading_zero && code[0] == 0)
        return false;
    for (int i = 0; i < rule->places; i++)
        for (int j = 0; j < i; j++)
            if (!rule->repeats && code[i] == code[j])
                return false;
    return true;
}

static bool is_number(const corral_rule *rule, uint64_t number, const uint8_t *code)
{
    uint64_t ranked = number + 1;
    uint8_t unranked[CORRAL_MAX_PLACES];
    return corral_rank(rule, code, &ranked) == CORRAL_OK && ranked == number &&
           corral_unrank(rule, number, unranked) == CORRAL_OK && !memcmp(unranked, code, rule->places);
}

static bool is_refused(const corral_rule *rule, const uint8_t *code)
{
    uint64_t number = 77;
    return corral_rank(rule, code, &number) == CORRAL_INVALID && number == 77;
}

static bool number_is_refused(const corral_rule *rule, uint64_t number)
{
    uint8_t code[CORRAL_MAX_PLACES];
    return corral_unrank(rule, number, code) == CORRAL_INVALID;
}

/* All arrays of symbols as an odometer turns. One symbol more than there are shows that this one is refused. */
static void test_all_arrays(const corral_rule *rule)
{
    const bool valid = corral_rule_check(rule) == CORRAL_OK;
    uint8_t code[CORRAL_MAX_PLACES] = {0};
    uint64_t found = 0;
    for (int place = 0; place >= 0;) {
        bool in_range = true;
        for (int i = 0; i < rule->places; i++)
            in_range = in_range && code[i] < rule->symbols;
        if (in_range && is_code(rule, code))
            CHECK(valid && is_number(rule, found++, code));
        else
            CHECK(!valid || is_refused(rule, code));
        for (place = rule->places - 1; place >= 0 && code[place]++ == rule->symbols; place--)
            code[place] = 0;
    }
    CHECK(valid == (found > 0));
    CHECK(!valid || corral_count(rule) == found);
    CHECK(!valid || number_is_refused(rule, found));
}

static void test_small_games(void)
{
    const double most_arrays = check_quick() ? 300 : 5000;
    for (int number = 0; number < RULES; number++) {
        const corral_rule rule = numbered_rule(number);
        double arrays = 1;
        for (int place = 0; place < rule.places; place++)
            arrays *= rule.symbols + 1;
        if (arrays > most_arrays)
            continue;
        check_game(&rule);
        test_all_arrays(&rule);
    }
}

/* Where no walk is possible: there and back again at the ends and at random numbers, and the order of neighbours. */
static void test_large_games(void)
{
    for (int places = 1; places <= CORRAL_MAX_PLACES; places++)
        for (int kind = 0; kind < 4; kind++) {
            const corral_rule rule = {.places = (uint8_t)places,
                                      .symbols = CORRAL_MAX_SYMBOLS,
                                      .repeats = kind & 1,
                                      .leading_zero = kind & 2};
            check_game(&rule);
            const uint64_t count = corral_count(&rule);
            for (int i = 0; i < (check_quick() ? 20 : 1000); i++) {
                uint64_t number = i == 0 ? 0 : i == 1 ? count - 2 : random_below(count - 1);
                uint8_t code[CORRAL_MAX_PLACES], next[CORRAL_MAX_PLACES];
                CHECK(corral_unrank(&rule, number, code) == CORRAL_OK);
                CHECK(is_code(&rule, code));
                CHECK(is_number(&rule, number, code));
                CHECK(corral_unrank(&rule, number + 1, next) == CORRAL_OK);
                CHECK(memcmp(code, next, rule.places) < 0);
            }
            CHECK(number_is_refused(&rule, count));
            CHECK(number_is_refused(&rule, UINT64_MAX));
        }
}

static void test_counts(void)
{
    check_about("");
    CHECK(corral_count(&(corral_rule){.places = 4, .symbols = 10, .leading_zero = true}) == 5040);
    CHECK(corral_count(&(corral_rule){.places = 4, .symbols = 10}) == 4536);
    CHECK(corral_count(&(corral_rule){.places = 4, .symbols = 6, .repeats = true, .leading_zero = true}) == 1296);
    CHECK(corral_count(&(corral_rule){.places = 12, .symbols = 36, .repeats = true, .leading_zero = true}) ==
          4738381338321616896u);
    CHECK(corral_count(&(corral_rule){.places = 12, .symbols = 36, .leading_zero = true}) == 599555620984320000u);
    CHECK(corral_count(&(corral_rule){.places = 12, .symbols = 36}) == 582901298179200000u);
}

static void test_invalid_rules(void)
{
    static const corral_rule invalid[] = {
        {.places = 0, .symbols = 6, .repeats = true, .leading_zero = true},
        {.places = 13, .symbols = 36, .repeats = true, .leading_zero = true},
        {.places = 255, .symbols = 36, .repeats = true, .leading_zero = true},
        {.places = 4, .symbols = 0, .repeats = true, .leading_zero = true},
        {.places = 4, .symbols = 37, .repeats = true, .leading_zero = true},
        {.places = 4, .symbols = 255, .repeats = true, .leading_zero = true},
        {.places = 7, .symbols = 6, .leading_zero = true},
        {.places = 4, .symbols = 1, .repeats = true},
    };
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        check_game(&invalid[i]);
        CHECK(corral_rule_check(&invalid[i]) == CORRAL_INVALID);
        corral_codes *codes = NULL;
        CHECK(corral_codes_new(&invalid[i], check_level(), NULL, &codes) == CORRAL_INVALID && !codes);
    }
}

/* The listed codes are those of the numbers. */
static void test_listing(const corral_rule *rule)
{
    corral_codes *codes = NULL;
    check_game(rule);
    if (!CHECK(corral_codes_new(rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    CHECK(corral_codes_count(codes) == corral_count(rule));
    for (uint32_t number = 0; number < corral_codes_count(codes); number++) {
        uint8_t listed[CORRAL_MAX_PLACES], code[CORRAL_MAX_PLACES];
        corral_code_at(codes, number, listed);
        CHECK(corral_unrank(rule, number, code) == CORRAL_OK && !memcmp(listed, code, rule->places));
    }
    corral_codes_free(codes);
}

static void test_listings(void)
{
    for (int number = 0; number < RULES; number++) {
        const corral_rule rule = numbered_rule(number);
        if (!rule.bulls_only && small_rule(&rule, check_quick() ? 100 : 5040))
            test_listing(&rule);
    }
    test_listing(&(corral_rule){.places = 5, .symbols = 10});
    test_listing(&(corral_rule){.places = 12, .symbols = 2, .repeats = true});
}

static void test_unlistable(void)
{
    corral_codes *codes = NULL;
    corral_rule rule = {.places = 8, .symbols = 10, .repeats = true, .leading_zero = true}; /* 10^8 codes */
    check_game(&rule);
    CHECK(corral_codes_new(&rule, check_level(), NULL, &codes) == CORRAL_TOO_LARGE && !codes);
    rule = (corral_rule){.places = 12, .symbols = 36, .repeats = true, .leading_zero = true};
    CHECK(corral_codes_new(&rule, check_level(), NULL, &codes) == CORRAL_TOO_LARGE && !codes);
    rule = (corral_rule){.places = 4, .symbols = 10};
    CHECK(corral_codes_new(&rule, CORRAL_LEVELS, NULL, &codes) == CORRAL_INVALID && !codes);
    corral_codes_free(NULL);
}

static void test_level_names(void)
{
    static const char *const names[CORRAL_LEVELS] = {"portable", "popcnt", "avx2", "avx512"};
    check_about("");
    for (int level = 0; level < CORRAL_LEVELS; level++)
        CHECK(!strcmp(corral_level_name((corral_level)level), names[level]));
    CHECK(!strcmp(corral_level_name(CORRAL_LEVELS), "unknown"));
    CHECK(corral_best_level() < CORRAL_LEVELS);
}

int main(void)
{
    test_small_games();
    test_large_games();
    test_counts();
    test_invalid_rules();
    test_listings();
    test_unlistable();
    test_level_names();
    return check_end();
}
