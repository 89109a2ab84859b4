/* Symmetries against the plain definition: the normal form gives two sets the same name only if a symmetry of the game
   maps one to the other, and every guess has one on the list that a symmetry of the history maps it to. All symmetries
   of small games are tried. Values hardly show such faults: guesses are seldom needed that only a false symmetry gives
   away. */

#include "check.h"
#include "exact/normalform.h"
#include "exact/symmetry.h"
#include "exact_cases.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 5, MOST_SYMBOLS = 6, MOST_CODES = 5000, LONGEST = 3 };

/* image[i] = symbol[code[place[i]]] */
typedef struct mapping {
    uint8_t place[MOST_PLACES], symbol[MOST_SYMBOLS];
} mapping;

typedef struct group {
    const exact_game *game;
    mapping *all; /* symmetries of the game */
    uint32_t count;
} group;

static void swap(uint8_t *list, int i, int j)
{
    const uint8_t kept = list[i];
    list[i] = list[j];
    list[j] = kept;
}

static void add_symbols(group *made, mapping *m, int from)
{
    const corral_rule *rule = &made->game->reference.rule;
    if (from == rule->symbols) {
        made->all[made->count++] = *m;
        return;
    }
    for (int i = from; i < rule->symbols; i++) {
        swap(m->symbol, from, i);
        add_symbols(made, m, from + 1);
        swap(m->symbol, from, i);
    }
}

/* Every order of the places with every order of the symbols; without a leading zero the first of both stay. */
static void add_places(group *made, mapping *m, int from)
{
    const corral_rule *rule = &made->game->reference.rule;
    if (from == rule->places) {
        add_symbols(made, m, !rule->leading_zero);
        return;
    }
    for (int i = from; i < rule->places; i++) {
        swap(m->place, from, i);
        add_places(made, m, from + 1);
        swap(m->place, from, i);
    }
}

static mapping identity(void)
{
    mapping m;
    for (uint8_t i = 0; i < MOST_PLACES; i++)
        m.place[i] = i;
    for (uint8_t i = 0; i < MOST_SYMBOLS; i++)
        m.symbol[i] = i;
    return m;
}

static group group_of(const exact_game *game)
{
    const corral_rule *rule = &game->reference.rule;
    group made = {.game = game};
    uint32_t size = 1;
    for (uint32_t i = 2; i <= rule->places; i++)
        size *= i;
    for (uint32_t i = 2; i <= rule->symbols; i++)
        size *= i;
    made.all = take(size, sizeof *made.all);
    mapping m = identity();
    add_places(&made, &m, !rule->leading_zero);
    return made;
}

/* The number of the image; the count of codes if that is no code. */
static uint32_t image_of(const exact_game *game, const mapping *m, uint32_t code)
{
    const corral_rule *rule = &game->reference.rule;
    uint8_t image[CORRAL_MAX_PLACES] = {0};
    uint64_t number;
    for (int i = 0; i < rule->places; i++)
        image[i] = m->symbol[game->reference.codes[code][m->place[i]]];
    return corral_rank(rule, image, &number) == CORRAL_OK ? (uint32_t)number : game->reference.count;
}

/* Does it map all of one set into the other one, which is as large? */
static bool maps_to(const exact_game *game, const mapping *m, const uint32_t *set, uint32_t count, const bool *other)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t image = image_of(game, m, set[i]);
        if (image == game->reference.count || !other[image])
            return false;
    }
    return true;
}

static bool alike(const group *g, const uint32_t *set, uint32_t count, const uint32_t *other_set)
{
    bool other[MOST_CODES] = {false};
    for (uint32_t i = 0; i < count; i++)
        other[other_set[i]] = true;
    for (uint32_t i = 0; i < g->count; i++)
        if (maps_to(g->game, &g->all[i], set, count, other))
            return true;
    return false;
}

/* Random orders of places and symbols, a symmetry of the game or not. */
static mapping any_mapping(const corral_rule *rule)
{
    mapping m = identity();
    for (int i = rule->places; i > 1; i--)
        swap(m.place, i - 1, (int)dice((uint64_t)i));
    for (int i = rule->symbols; i > 1; i--)
        swap(m.symbol, i - 1, (int)dice((uint64_t)i));
    return m;
}

static bool same_names(const corral_codes *codes, const uint32_t *a, const uint32_t *b, uint32_t count)
{
    const memo_key x = corral_normal_hash(codes, a, count), y = corral_normal_hash(codes, b, count);
    return x.high == y.high && x.low == y.low;
}

/* Sets and their images: the same name only if they are alike, and mostly then. */
static void test_names(const group *g, unsigned long tries)
{
    const exact_game *game = g->game;
    unsigned long met = 0, could = 0;
    uint32_t set[12], image[12];
    for (unsigned long i = 0; i < tries; i++) {
        const uint32_t most = game->reference.count < 12 ? game->reference.count : 12;
        const uint32_t wanted = 1 + (uint32_t)dice(most);
        uint32_t count = 0;
        for (uint32_t code = 0; code < game->reference.count; code++)
            if (dice(game->reference.count - code) < wanted - count)
                set[count++] = code;
        const mapping m = i % 2 ? any_mapping(&game->reference.rule) : g->all[dice(g->count)];
        bool whole = true;
        for (uint32_t j = 0; j < count; j++) {
            image[j] = image_of(game, &m, set[j]);
            whole = whole && image[j] < game->reference.count;
        }
        if (!whole)
            continue;
        shuffle(image, count);
        const bool same = same_names(game->codes, set, image, count);
        met += same && i % 2 == 0;
        could += i % 2 == 0;
        if (same && i % 2)
            CHECK(alike(g, set, count, image));
    }
    CHECK(met * 2 >= could);
}

/* Can a symmetry that keeps every guess that was asked make of it a code of the list? */
static bool is_represented(const exact_game *game, const mapping *keeping, uint32_t keeping_count, uint32_t code,
                           const bool *listed)
{
    for (uint32_t i = 0; i < keeping_count; i++) {
        const uint32_t image = image_of(game, &keeping[i], code);
        if (image < game->reference.count && listed[image])
            return true;
    }
    return false;
}

static uint32_t keep_history(const group *g, const uint32_t *asked, uint32_t asked_count, mapping *keeping)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        bool keeps = true;
        for (uint32_t j = 0; j < asked_count; j++)
            keeps = keeps && image_of(g->game, &g->all[i], asked[j]) == asked[j];
        if (keeps)
            keeping[count++] = g->all[i];
    }
    return count;
}

static void test_list(const group *g, corral_symmetry *symmetry, const uint32_t *asked, uint32_t asked_count,
                      bool worth, mapping *keeping)
{
    const exact_game *game = g->game;
    const uint32_t all = game->reference.count, keeping_count = keep_history(g, asked, asked_count, keeping);
    corral_guesses *list = NULL;
    bool listed[MOST_CODES] = {false};
    if (!CHECK(corral_symmetry_guesses(symmetry, asked, asked_count, worth, NULL, &list) == CORRAL_OK))
        return;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t number = corral_guess_number(list, i);
        CHECK(number < all && (!i || corral_guess_number(list, i - 1) < number));
        listed[number] = true;
    }
    for (uint32_t code = 0; code < all; code++)
        CHECK(is_represented(game, keeping, keeping_count, code, listed));
    if (!symmetry->unused_symbols && !symmetry->of_history)
        CHECK(list->count == all);

    /* Those that are left, after some answers. */
    uint32_t *left = take(all, sizeof *left), *kept = take(all, sizeof *kept), left_count = 0, kept_count = 0;
    const uint32_t secret = (uint32_t)dice(all);
    for (uint32_t code = 0; code < all; code++) {
        bool agrees = true;
        for (uint32_t i = 0; i < asked_count; i++) {
            const uint8_t *row = game->reference.table + (size_t)asked[i] * all;
            agrees = agrees && row[code] == row[secret];
        }
        if (agrees)
            left[left_count++] = code;
    }
    CHECK(corral_symmetry_filter(symmetry, asked, asked_count, worth, left, left_count, NULL, kept, &kept_count) ==
          CORRAL_OK);
    memset(listed, 0, sizeof listed);
    for (uint32_t i = 0; i < kept_count; i++)
        listed[kept[i]] = true;
    for (uint32_t i = 0; i < left_count; i++)
        CHECK(is_represented(game, keeping, keeping_count, left[i], listed));
    free(left);
    free(kept);
}

static void test_lists(const group *g, unsigned long tries)
{
    mapping *keeping = take(g->count, sizeof *keeping);
    for (int flags = 0; flags < 8; flags++) {
        corral_symmetry symmetry;
        const uint64_t memory = flags & 4 ? 0 : 1 << 24;
        if (!CHECK(corral_symmetry_make(&symmetry, g->game->codes, flags & 1, flags & 2, memory, NULL) == CORRAL_OK))
            break;
        for (unsigned long i = 0; i < tries; i++) {
            uint32_t asked[LONGEST + 1];
            const uint32_t count = (uint32_t)dice(LONGEST + 2);
            for (uint32_t j = 0; j < count; j++)
                asked[j] = j && !dice(5) ? asked[dice(j)] : (uint32_t)dice(g->game->reference.count);
            test_list(g, &symmetry, asked, count, dice(4) > 0, keeping);
        }
        corral_symmetry_clear(&symmetry);
    }
    free(keeping);
}

int main(void)
{
    /* places, symbols, repeats, leading zero, bulls only */
    static const corral_rule rules[] = {
        {1, 4, false, true, false}, {2, 5, false, false, false}, {2, 4, true, true, false},  {2, 4, true, false, true},
        {3, 3, true, true, false},  {3, 3, true, false, false},  {3, 4, false, true, false}, {3, 5, false, false, false},
        {4, 2, true, true, false},  {4, 2, true, false, false},  {4, 3, true, true, true},   {4, 3, true, false, false},
        {4, 4, false, true, false}, {4, 5, false, false, false}, {5, 2, true, true, false},  {3, 6, false, true, false},
        {1, 1, false, true, false}, {5, 3, true, false, false},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i += check_quick() ? 5 : 1) {
        exact_game game = game_of(&rules[i]);
        group all = group_of(&game);
        check_game(&rules[i]);
        dice_begin(i);
        test_names(&all, check_quick() ? 100 : 10000);
        test_lists(&all, check_quick() ? 2 : 40);
        free(all.all);
        game_free(&game);
    }
    return check_end();
}
