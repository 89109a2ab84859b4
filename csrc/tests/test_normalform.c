/* Normal forms of sets of codes, against all symmetries of small games.

   The one law: the hash of a set is the hash of one of its images. Were it not, because places and symbols are mixed up
   or two symbols get one name, sets that have nothing to do with each other could share what is known of them. In
   large games, where not all images can be tried, sets that share a hash must at least look alike: their codes give
   each other the same answers.

   That images of a set share its hash is no law, but what normal forms are for: most of them have to. */

#include "exact/normalform.h"

#include "check.h"
#include "exact_units.h"

#include <stdlib.h>

enum { MOST_CODES = 48, LARGE_SETS = 4000, LONG_SETS = 40 };

typedef struct form_game {
    corral_rule rule;
    corral_codes *codes;
    uint32_t count;
} form_game;

static form_game begin(const corral_rule *rule)
{
    form_game game = {.rule = *rule, .count = (uint32_t)corral_count(rule)};
    check_game(rule);
    CHECK(corral_codes_new(rule, check_level(), NULL, &game.codes) == CORRAL_OK);
    return game;
}

static bool same_hash(set_hash a, set_hash b)
{
    return a.low == b.low && a.high == b.high;
}

static bool contains(const uint32_t *set, uint32_t count, uint32_t code)
{
    for (uint32_t i = 0; i < count; i++)
        if (set[i] == code)
            return true;
    return false;
}

/* Different codes in no order: any, or such as agree with the answers that one of them gives to some guesses, as the
   sets of a search do. */
static uint32_t draw_set(const form_game *game, uint32_t most, uint32_t *set)
{
    const corral_rule *rule = &game->rule;
    const uint32_t wanted = 1 + (uint32_t)random_below(most < game->count ? most : game->count);
    uint8_t guesses[2][CORRAL_MAX_PLACES], secret[CORRAL_MAX_PLACES], code[CORRAL_MAX_PLACES];
    const uint32_t asked = (uint32_t)random_below(3);
    for (uint32_t i = 0; i < asked; i++)
        CHECK(corral_unrank(rule, random_below(game->count), guesses[i]) == CORRAL_OK);
    set[0] = (uint32_t)random_below(game->count);
    CHECK(corral_unrank(rule, set[0], secret) == CORRAL_OK);
    uint32_t count = 1;
    for (uint32_t tries = 0; tries < 8 * wanted && count < wanted; tries++) {
        const uint32_t drawn = (uint32_t)random_below(game->count);
        bool fits = !contains(set, count, drawn);
        CHECK(corral_unrank(rule, drawn, code) == CORRAL_OK);
        for (uint32_t i = 0; i < asked && fits; i++) {
            const answer known = reference_answer(rule, guesses[i], secret);
            const answer found = reference_answer(rule, guesses[i], code);
            fits = known.bulls == found.bulls && known.cows == found.cows;
        }
        if (fits)
            set[count++] = drawn;
    }
    return count;
}

/* The sum of the hashes of the codes, read as numbers. */
static set_hash plain_hash(const corral_rule *rule, const uint32_t *set, uint32_t count)
{
    set_hash sum = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint8_t code[CORRAL_MAX_PLACES];
        uint64_t number = 0;
        CHECK(corral_unrank(rule, set[i], code) == CORRAL_OK);
        for (int place = 0; place < rule->places; place++)
            number = number * rule->symbols + code[place];
        const set_hash key = corral_element_hash(number);
        sum.high += key.high;
        sum.low += key.low;
    }
    return sum;
}

static bool is_of_an_image(const form_game *game, const plain_codes *plain, const uint32_t *set, uint32_t count,
                           set_hash key)
{
    const uint64_t symmetries = symmetry_count(&game->rule);
    for (uint64_t number = 0; number < symmetries; number++) {
        const plain_symmetry s = numbered_symmetry(&game->rule, number);
        uint32_t image[MOST_CODES];
        for (uint32_t i = 0; i < count; i++)
            image[i] = image_of(plain, &s, set[i]);
        if (same_hash(corral_set_hash(game->codes, image, count), key))
            return true;
    }
    return false;
}

static void check_law(const form_game *game, uint32_t rounds)
{
    plain_codes plain = plain_codes_of(&game->rule);
    for (uint32_t i = 0; i < rounds; i++) {
        uint32_t set[MOST_CODES];
        const uint32_t count = draw_set(game, i % 3 ? 6 : MOST_CODES, set);
        const set_hash key = corral_normal_hash(game->codes, set, count);
        CHECK(is_of_an_image(game, &plain, set, count, key));
    }
    plain_codes_free(&plain);
}

static void check_quality(const form_game *game, uint32_t rounds)
{
    uint32_t met = 0;
    for (uint32_t i = 0; i < rounds; i++) {
        uint32_t set[MOST_CODES], image[MOST_CODES];
        const uint32_t count = draw_set(game, MOST_CODES, set);
        const plain_symmetry s = random_symmetry(&game->rule);
        for (uint32_t k = 0; k < count; k++)
            image[k] = image_of_code(&game->rule, &s, set[k]);
        shuffle(image, count);
        met += same_hash(corral_normal_hash(game->codes, set, count), corral_normal_hash(game->codes, image, count));
    }
    CHECK(met * 10 >= rounds * 6);
}

static void check_set_hash(const form_game *game)
{
    uint32_t set[MOST_CODES];
    for (int i = 0; i < 50; i++) {
        const uint32_t count = draw_set(game, MOST_CODES, set);
        const set_hash key = corral_set_hash(game->codes, set, count);
        CHECK(same_hash(key, plain_hash(&game->rule, set, count)));
        shuffle(set, count);
        CHECK(same_hash(key, corral_set_hash(game->codes, set, count)));
    }
}

/* A set as its hash and what its symmetries keep. */
typedef struct hashed_set {
    set_hash key;
    uint64_t kept;
} hashed_set;

static int by_low(const void *a, const void *b)
{
    const hashed_set *left = a, *right = b;
    return left->key.low < right->key.low ? -1 : left->key.low > right->key.low;
}

/* All sets of one and two codes, and of three of the first. */
static void test_sets_differ(void)
{
    const form_game game = begin(&(corral_rule){.places = 3, .symbols = 6, .leading_zero = true}); /* 120 codes */
    hashed_set *sets = take(120 * 120 + 40 * 40 * 40, sizeof *sets);
    size_t count = 0;
    for (uint32_t a = 0; a < game.count; a++)
        for (uint32_t b = a; b < game.count; b++) {
            sets[count++].key = corral_set_hash(game.codes, (const uint32_t[]){a, b}, a == b ? 1 : 2);
            for (uint32_t c = b + 1; c < 40 && a < b; c++)
                sets[count++].key = corral_set_hash(game.codes, (const uint32_t[]){a, b, c}, 3);
        }
    qsort(sets, count, sizeof *sets, by_low);
    for (size_t i = 1; i < count; i++)
        CHECK(sets[i].key.low != sets[i - 1].key.low);
    free(sets);
    corral_codes_free(game.codes);
}

/* How a code looks alone: how often symbols repeat; without a leading zero, what the first place and symbol 0 do. */
static uint64_t look_of(const corral_rule *rule, const uint8_t *code)
{
    uint64_t look = 0;
    for (int i = 0; i < rule->places; i++) {
        for (int j = 0; j < rule->places; j++)
            look += (code[i] == code[j]) + (!rule->leading_zero && i == 0 && code[j] == code[0] ? 1000u : 0u);
        look += !rule->leading_zero && code[i] == 0 ? 1000000u : 0u;
    }
    return look;
}

/* A sum over all pairs: what they look like, and what they answer to each other. */
static uint64_t kept_by_symmetries(const corral_rule *rule, const uint32_t *set, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++) {
            uint8_t a[CORRAL_MAX_PLACES], b[CORRAL_MAX_PLACES];
            CHECK(corral_unrank(rule, set[i], a) == CORRAL_OK && corral_unrank(rule, set[j], b) == CORRAL_OK);
            const answer found = reference_answer(rule, a, b);
            const uint64_t pair = (uint64_t)found.bulls << 8 | (uint64_t)found.cows;
            sum += corral_element_hash(corral_element_hash(look_of(rule, a) << 32 | pair).low + look_of(rule, b)).low;
        }
    return sum;
}

static void check_large(const form_game *game)
{
    const uint32_t wanted = check_quick() ? LARGE_SETS / 10 : LARGE_SETS;
    hashed_set *sets = take(wanted, sizeof *sets);
    for (uint32_t i = 0; i < wanted; i++) {
        uint32_t set[MOST_CODES];
        const uint32_t count = draw_set(game, 3, set);
        sets[i].key = corral_normal_hash(game->codes, set, count);
        sets[i].kept = kept_by_symmetries(&game->rule, set, count);
    }
    uint32_t met = 0;
    qsort(sets, wanted, sizeof *sets, by_low);
    for (uint32_t i = 1; i < wanted; i++)
        if (same_hash(sets[i].key, sets[i - 1].key)) {
            CHECK(sets[i].kept == sets[i - 1].kept);
            met++;
        }
    CHECK(met > wanted / 10); /* or the test is worth little */
    free(sets);
}

/* As many codes as are taken, and a few less. */
static void check_long(const form_game *game)
{
    uint32_t *set = take(game->count, 2 * sizeof *set), *image = set + game->count, met = 0;
    for (uint32_t i = 0; i < LONG_SETS; i++) {
        const uint32_t count = (game->count < NORMAL_FORM_MAX ? game->count : NORMAL_FORM_MAX) - i / 2;
        const plain_symmetry s = random_symmetry(&game->rule);
        for (uint32_t k = 0; k < game->count; k++)
            set[k] = k;
        shuffle(set, game->count);
        for (uint32_t k = 0; k < count; k++)
            image[k] = image_of_code(&game->rule, &s, set[k]);
        met += same_hash(corral_normal_hash(game->codes, set, count), corral_normal_hash(game->codes, image, count));
    }
    CHECK(met * 10 >= LONG_SETS * 6);
    free(set);
}

static void test_small_games(void)
{
    static const corral_rule rules[] = {
        {.places = 1, .symbols = 1, .leading_zero = true},
        {.places = 1, .symbols = 5, .repeats = true},
        {.places = 2, .symbols = 6, .repeats = true, .leading_zero = true},
        {.places = 3, .symbols = 4, .repeats = true, .leading_zero = true},
        {.places = 3, .symbols = 4, .repeats = true},
        {.places = 3, .symbols = 4},
        {.places = 3, .symbols = 5, .repeats = true, .leading_zero = true},
        {.places = 3, .symbols = 5, .repeats = true},
        {.places = 3, .symbols = 5, .leading_zero = true},
        {.places = 3, .symbols = 5, .leading_zero = true, .bulls_only = true},
        {.places = 3, .symbols = 5},
        {.places = 4, .symbols = 4, .repeats = true, .leading_zero = true},
        {.places = 4, .symbols = 5},
        {.places = 5, .symbols = 3, .repeats = true},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const form_game game = begin(&rules[i]);
        check_set_hash(&game);
        check_law(&game, check_quick() ? 20 : 400);
        check_quality(&game, check_quick() ? 100 : 1000);
        corral_codes_free(game.codes);
    }
}

static void test_large_games(void)
{
    static const corral_rule rules[] = {
        {.places = 4, .symbols = 6, .repeats = true, .leading_zero = true},
        {.places = 4, .symbols = 10, .leading_zero = true},
        {.places = 4, .symbols = 10},
        {.places = 5, .symbols = 8, .repeats = true, .leading_zero = true},
        {.places = 5, .symbols = 8, .repeats = true},
        {.places = 8, .symbols = 8, .leading_zero = true},
        {.places = 12, .symbols = 2, .repeats = true, .leading_zero = true},
        {.places = 3, .symbols = 36, .leading_zero = true},
        {.places = 3, .symbols = 36, .repeats = true, .bulls_only = true},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const form_game game = begin(&rules[i]);
        check_set_hash(&game);
        check_large(&game);
        check_long(&game);
        check_quality(&game, check_quick() ? 100 : 1000);
        corral_codes_free(game.codes);
    }
}

int main(void)
{
    test_sets_differ();
    test_small_games();
    test_large_games();
    return check_end();
}
