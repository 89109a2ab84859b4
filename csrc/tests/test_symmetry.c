/* Guesses that are alike after a history, against all symmetries of small games.

   A symmetry that maps every guess of the history to itself may be used, and all of them make orbits of the codes. The
   list must have one code of each orbit, and has the smallest. With everything switched on it has no other, unless the
   history is long; with less switched on, the orbits are those of fewer symmetries.

   Games of 8 and 9 places have more permutations than the core lists. There a random code is mapped to the smallest
   code that any symmetry makes of it, which must be on the list. */

#include "exact/symmetry.h"

#include "check.h"
#include "exact_units.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { SHORT = 3, AMPLE = 1 << 30 };

/* Lists as flags by code; false unless they ascend. */
static bool mark(const corral_guesses *guesses, uint32_t all, bool *listed)
{
    memset(listed, 0, all * sizeof *listed);
    for (uint32_t i = 0; i < guesses->count; i++) {
        const uint32_t code = corral_guess_number(guesses, i);
        if (code >= all || (i && code <= corral_guess_number(guesses, i - 1)))
            return false;
        listed[code] = true;
    }
    return true;
}

static corral_symmetry symmetry_of(const corral_codes *codes, bool unused_symbols, bool of_history, uint64_t most)
{
    corral_symmetry made;
    CHECK(corral_symmetry_make(&made, codes, unused_symbols, of_history, most, NULL) == CORRAL_OK);
    return made;
}

static corral_guesses *ask(corral_symmetry *symmetry, const unit_history *h, bool worth)
{
    corral_guesses *guesses = NULL;
    CHECK(corral_symmetry_guesses(symmetry, h->count ? h->asked : NULL, h->count, worth, NULL, &guesses) == CORRAL_OK);
    CHECK(guesses != NULL);
    return guesses;
}

/* Guesses drawn at random; the same ones twice; and such as have a lot of symmetries: of one symbol, of two, or the
   image of one before. */
static unit_history draw_history(const plain_codes *plain, uint32_t count)
{
    unit_history h = {.count = count};
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t kind = random_below(5);
        const plain_symmetry s = random_symmetry(&plain->rule);
        h.asked[i] = (uint32_t)random_below(kind == 0 ? 1 + plain->count / 6 : plain->count);
        if (i && kind == 1)
            h.asked[i] = h.asked[random_below(i)];
        if (i && kind > 2)
            h.asked[i] = image_of(plain, &s, h.asked[random_below(i)]);
    }
    return h;
}

static uint32_t filter(const corral_symmetry *symmetry, const unit_history *h, bool worth, const uint32_t *codes,
                       uint32_t count, uint32_t *out)
{
    uint32_t kept = UINT32_MAX;
    CHECK(corral_symmetry_filter(symmetry, h->asked, h->count, worth, codes, count, NULL, out, &kept) == CORRAL_OK);
    return kept;
}

/* Those of some codes in any order that are on the list, and no others; NULL: of all. */
static void check_filter(const corral_symmetry *symmetry, const unit_history *h, bool worth, const bool *listed)
{
    const uint32_t all = symmetry->codes->count, count = (uint32_t)random_below(all + 1);
    uint32_t *codes = take(all, 2 * sizeof *codes), *kept = codes + all, expected = 0;
    for (uint32_t i = 0; i < all; i++)
        codes[i] = i;
    uint32_t found = filter(symmetry, h, worth, NULL, all, kept);
    for (uint32_t i = 0; i < all; i++)
        if (listed[i] && CHECK(expected < found))
            CHECK(kept[expected++] == i);
    CHECK(found == expected);
    shuffle(codes, all);
    found = filter(symmetry, h, worth, codes, count, kept);
    expected = 0;
    for (uint32_t i = 0; i < count; i++)
        if (listed[codes[i]] && CHECK(expected < found))
            CHECK(kept[expected++] == codes[i]);
    CHECK(found == expected);
    free(codes);
}

static void check_list(corral_symmetry *symmetry, const orbits *o, const unit_history *h, bool worth)
{
    const uint32_t all = o->plain.count;
    const bool by_history = symmetry->of_history && worth && h->count <= SHORT;
    bool *listed = take(all, sizeof *listed);
    const corral_guesses *guesses = ask(symmetry, h, worth);
    CHECK(mark(guesses, all, listed));
    for (uint32_t code = 0; code < all; code++) {
        CHECK(listed[o->smallest[code]]);
        if (by_history && symmetry->unused_symbols)
            CHECK(listed[code] == (o->smallest[code] == code));
        else if (!by_history)
            CHECK(listed[code] == (!symmetry->unused_symbols || o->by_symbols[code] == code));
    }
    check_filter(symmetry, h, worth, listed);
    CHECK(ask(symmetry, h, worth) == guesses);
    free(listed);
}

/* Memory for no list, for one, for a few: what is given instead still has a code of each orbit. */
static void check_capped(const corral_codes *codes, const orbits *o, const unit_history *h, corral_symmetry *capped)
{
    bool *listed = take(codes->count, sizeof *listed);
    for (int worth = 1; worth >= 0; worth--) {
        const uint64_t before = capped->memory;
        const corral_guesses *guesses = ask(capped, h, worth);
        CHECK(mark(guesses, codes->count, listed));
        for (uint32_t code = 0; code < codes->count; code++)
            CHECK(listed[o->smallest[code]]);
        CHECK(before <= capped->most_memory || capped->memory == before);
        CHECK(ask(capped, h, worth) == guesses);
    }
    free(listed);
}

static void test_game(const corral_rule *rule, int rounds)
{
    static const uint64_t caps[] = {0, 3000, 40000};
    corral_codes *codes = NULL;
    corral_symmetry with[4], capped[3];
    check_game(rule);
    if (!CHECK(corral_codes_new(rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    orbits o = orbits_of(rule);
    for (int k = 0; k < 4; k++)
        with[k] = symmetry_of(codes, k & 1, k & 2, AMPLE);
    for (int k = 0; k < 3; k++)
        capped[k] = symmetry_of(codes, true, true, caps[k]);
    for (int i = 0; i < rounds; i++) {
        const unit_history h = draw_history(&o.plain, (uint32_t)i % (MOST_ASKED + 1));
        fill_orbits(&o, &h);
        for (int k = 0; k < 4; k++)
            for (int worth = 0; worth < 2; worth++)
                check_list(&with[k], &o, &h, worth);
        for (int k = 0; k < 3; k++)
            check_capped(codes, &o, &h, &capped[k]);
    }
    CHECK(with[3].memory > 0 || codes->count == 1 || rounds < 2);
    for (int k = 0; k < 4; k++)
        corral_symmetry_clear(&with[k]);
    for (int k = 0; k < 3; k++)
        corral_symmetry_clear(&capped[k]);
    orbits_free(&o);
    corral_codes_free(codes);
}

static void test_small_games(void)
{
    static const corral_rule rules[] = {
        {.places = 1, .symbols = 1, .leading_zero = true},
        {.places = 1, .symbols = 6, .leading_zero = true},
        {.places = 2, .symbols = 6, .repeats = true},
        {.places = 2, .symbols = 7},
        {.places = 3, .symbols = 4, .repeats = true, .leading_zero = true},
        {.places = 3, .symbols = 5, .repeats = true},
        {.places = 3, .symbols = 6, .leading_zero = true},
        {.places = 3, .symbols = 6},
        {.places = 4, .symbols = 4, .leading_zero = true, .bulls_only = true},
        {.places = 4, .symbols = 4, .repeats = true},
        {.places = 4, .symbols = 5, .leading_zero = true},
        {.places = 4, .symbols = 5, .repeats = true, .leading_zero = true, .bulls_only = true},
        {.places = 4, .symbols = 6, .leading_zero = true},
        {.places = 4, .symbols = 6},
        {.places = 5, .symbols = 3, .repeats = true, .leading_zero = true},
        {.places = 5, .symbols = 5, .bulls_only = true},
        {.places = 6, .symbols = 2, .repeats = true, .leading_zero = true},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        test_game(&rules[i], check_quick() ? 8 : 35);
    test_game(&(corral_rule){.places = 4, .symbols = 6, .repeats = true, .leading_zero = true}, check_quick() ? 0 : 8);
    test_game(&(corral_rule){.places = 4, .symbols = 6, .repeats = true}, check_quick() ? 0 : 14);
}

/* Lists of many histories and of many sets of symbols. Each stays what it is. */
static void test_many_histories(const corral_rule *rule)
{
    enum { HISTORIES = 1500 };
    corral_codes *codes = NULL;
    check_game(rule);
    if (!CHECK(corral_codes_new(rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    plain_codes plain = plain_codes_of(rule);
    corral_symmetry symmetry = symmetry_of(codes, true, true, AMPLE);
    unit_history *asked = take(HISTORIES, sizeof *asked);
    corral_guesses **given = take(HISTORIES, sizeof *given);
    bool *listed = take(codes->count, sizeof *listed);
    const uint32_t count = check_quick() ? HISTORIES / 3 : HISTORIES;
    for (uint32_t i = 0; i < count; i++) {
        asked[i] = draw_history(&plain, 1 + i % SHORT);
        given[i] = ask(&symmetry, &asked[i], i % 4);
    }
    const uint64_t memory = symmetry.memory;
    for (uint32_t i = 0; i < count; i++) {
        CHECK(ask(&symmetry, &asked[i], i % 4) == given[i]);
        CHECK(mark(given[i], codes->count, listed));
        check_filter(&symmetry, &asked[i], i % 4, listed);
    }
    CHECK(symmetry.memory == memory);
    corral_symmetry_clear(&symmetry);
    CHECK(!symmetry.all && !symmetry.buckets);
    free(asked);
    free(given);
    free(listed);
    plain_codes_free(&plain);
    corral_codes_free(codes);
}

/* Histories after which many permutations are left, or few. */
static void test_long_game(const corral_rule *rule)
{
    corral_codes *codes = NULL;
    check_game(rule);
    if (!CHECK(corral_codes_new(rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    corral_symmetry symmetry = symmetry_of(codes, true, true, AMPLE);
    bool *listed = take(codes->count, sizeof *listed);
    for (uint32_t count = 0; count <= SHORT + 1; count++) {
        unit_history h = {.count = count};
        for (uint32_t i = 0; i < count; i++)
            h.asked[i] = (uint32_t)random_below(i ? codes->count : 1 + codes->count / 10);
        const corral_guesses *guesses = ask(&symmetry, &h, true);
        CHECK(mark(guesses, codes->count, listed));
        CHECK(codes->count < 100 || count > 0 || guesses->count < codes->count / 10);
        for (int i = 0; i < (check_quick() ? 2 : 15); i++)
            CHECK(listed[smallest_image(rule, &h, (uint32_t)random_below(codes->count))]);
        if (!check_quick())
            check_filter(&symmetry, &h, true, listed);
    }
    free(listed);
    corral_symmetry_clear(&symmetry);
    corral_codes_free(codes);
}

static void test_long_games(void)
{
    test_long_game(&(corral_rule){.places = 7, .symbols = 3, .repeats = true, .leading_zero = true});
    test_long_game(&(corral_rule){.places = 8, .symbols = 2, .repeats = true, .leading_zero = true});
    test_long_game(&(corral_rule){.places = 8, .symbols = 3, .repeats = true});
    if (check_quick())
        return;
    test_long_game(&(corral_rule){.places = 8, .symbols = 8, .leading_zero = true});
    test_long_game(&(corral_rule){.places = 9, .symbols = 3, .repeats = true, .leading_zero = true});
    test_long_game(&(corral_rule){.places = 9, .symbols = 2, .repeats = true});
}

/* A list and what passes the filter. */
static corral_status try_to_ask(corral_symmetry *symmetry, const unit_history *h, const corral_poll *poll)
{
    corral_guesses *guesses = NULL;
    uint32_t *kept = take(symmetry->codes->count, sizeof *kept), count = 0;
    corral_status status = corral_symmetry_guesses(symmetry, h->asked, h->count, true, poll, &guesses);
    CHECK((status == CORRAL_OK) == (guesses != NULL));
    if (!status)
        status = corral_symmetry_filter(symmetry, h->asked, h->count, true, NULL, symmetry->codes->count, poll, kept,
                                        &count);
    CHECK(status || count == guesses->count);
    free(kept);
    return status;
}

/* Stopped at any point, it gives nothing and is as good as before. */
static void test_stopped(const corral_codes *codes, const orbits *o, const unit_history *h)
{
    impatience caller = {.patience = 0};
    const corral_poll poll = {.stop = check_poll, .context = &caller};
    corral_symmetry symmetry;
    check_about("symmetries, stopped");
    CHECK(corral_symmetry_make(&symmetry, codes, true, true, AMPLE, &poll) == CORRAL_STOPPED);
    for (corral_status status = CORRAL_STOPPED; status; caller.patience++) {
        symmetry = symmetry_of(codes, true, true, AMPLE);
        caller.asked = 0;
        status = try_to_ask(&symmetry, h, &poll);
        CHECK(status == CORRAL_OK || (status == CORRAL_STOPPED && caller.asked == caller.patience + 1));
        check_list(&symmetry, o, h, true);
        corral_symmetry_clear(&symmetry);
    }
    CHECK(caller.patience > 2);
}

/* The same if any allocation fails. */
static void test_no_memory(const corral_codes *codes, const orbits *o, const unit_history *h)
{
#ifdef CORRAL_FAILING_ALLOC
    corral_status status = CORRAL_NO_MEMORY;
    check_about("symmetries, no memory");
    for (long granted = 0; status == CORRAL_NO_MEMORY; granted++) {
        corral_symmetry symmetry;
        corral_allocations_left = granted;
        status = corral_symmetry_make(&symmetry, codes, true, true, AMPLE, NULL);
        if (!status) {
            status = try_to_ask(&symmetry, h, NULL);
            corral_allocations_left = -1;
            check_list(&symmetry, o, h, true);
            corral_symmetry_clear(&symmetry);
        }
        corral_allocations_left = -1;
    }
    CHECK(status == CORRAL_OK);
#else
    (void)codes, (void)o, (void)h;
    puts("SKIPPED: failing allocations, the core was built without CORRAL_FAILING_ALLOC");
#endif
}

static void test_interrupted(void)
{
    const corral_rule rule = {.places = 4, .symbols = 5, .repeats = true, .leading_zero = true};
    const unit_history h = {.asked = {7, 11}, .count = 2}; /* 0012, 0021 */
    corral_codes *codes = NULL;
    if (!CHECK(corral_codes_new(&rule, check_level(), NULL, &codes) == CORRAL_OK))
        return;
    orbits o = orbits_of(&rule);
    fill_orbits(&o, &h);
    test_stopped(codes, &o, &h);
    test_no_memory(codes, &o, &h);
    orbits_free(&o);
    corral_codes_free(codes);
}

int main(void)
{
    test_small_games();
    test_many_histories(&(corral_rule){.places = 3, .symbols = 10, .leading_zero = true});
    test_many_histories(&(corral_rule){.places = 3, .symbols = 5, .repeats = true, .leading_zero = true});
    test_long_games();
    test_interrupted();
    return check_end();
}
