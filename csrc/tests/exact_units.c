#include "exact_units.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

static uint64_t factorial(int n)
{
    uint64_t product = 1;
    for (int i = 2; i <= n; i++)
        product *= (uint64_t)i;
    return product;
}

uint64_t symmetry_count(const corral_rule *rule)
{
    const int fixed = !rule->leading_zero;
    return factorial(rule->places - fixed) * factorial(rule->symbols - fixed);
}

static void swap_bytes(uint8_t *a, uint8_t *b)
{
    const uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

/* The list 0, 1, 2 .. with all but the fixed first ones in an order of a number, which is used up, or in any. */
static void arrange(uint8_t *list, int fixed, int count, uint64_t *number)
{
    for (int i = 0; i < count; i++)
        list[i] = (uint8_t)i;
    for (int left = count; left > fixed + 1; left--) {
        const uint64_t choices = (uint64_t)(left - fixed);
        const uint64_t chosen = (uint64_t)fixed + (number ? *number % choices : random_below(choices));
        swap_bytes(&list[left - 1], &list[chosen]);
        if (number)
            *number /= choices;
    }
}

static plain_symmetry arranged(const corral_rule *rule, uint64_t *number)
{
    plain_symmetry s;
    arrange(s.place, !rule->leading_zero, rule->places, number);
    arrange(s.symbol, !rule->leading_zero, rule->symbols, number);
    return s;
}

plain_symmetry numbered_symmetry(const corral_rule *rule, uint64_t number)
{
    return arranged(rule, &number);
}

plain_symmetry random_symmetry(const corral_rule *rule)
{
    return arranged(rule, NULL);
}

plain_codes plain_codes_of(const corral_rule *rule)
{
    plain_codes game = {.rule = *rule, .count = (uint32_t)corral_count(rule)};
    size_t words = 1;
    for (int place = 0; place < rule->places; place++)
        words *= rule->symbols;
    game.codes = take(game.count, sizeof *game.codes);
    game.numbers = take(words, sizeof *game.numbers);
    memset(game.numbers, 0xff, words * sizeof *game.numbers);
    for (uint32_t i = 0; i < game.count; i++) {
        size_t word = 0;
        CHECK(corral_unrank(rule, i, game.codes[i]) == CORRAL_OK);
        for (int place = 0; place < rule->places; place++)
            word = word * rule->symbols + game.codes[i][place];
        game.numbers[word] = i;
    }
    return game;
}

void plain_codes_free(plain_codes *game)
{
    free(game->codes);
    free(game->numbers);
}

uint32_t image_of(const plain_codes *game, const plain_symmetry *s, uint32_t code)
{
    size_t word = 0;
    for (int place = 0; place < game->rule.places; place++)
        word = word * game->rule.symbols + s->symbol[game->codes[code][s->place[place]]];
    return game->numbers[word];
}

uint32_t image_of_code(const corral_rule *rule, const plain_symmetry *s, uint32_t code)
{
    uint8_t symbols[CORRAL_MAX_PLACES], image[CORRAL_MAX_PLACES];
    uint64_t number = 0;
    CHECK(corral_unrank(rule, code, symbols) == CORRAL_OK);
    for (int place = 0; place < rule->places; place++)
        image[place] = s->symbol[symbols[s->place[place]]];
    CHECK(corral_rank(rule, image, &number) == CORRAL_OK);
    return (uint32_t)number;
}

orbits orbits_of(const corral_rule *rule)
{
    orbits o = {.plain = plain_codes_of(rule)};
    o.smallest = take(o.plain.count, sizeof *o.smallest);
    o.by_symbols = take(o.plain.count, sizeof *o.by_symbols);
    return o;
}

void orbits_free(orbits *o)
{
    plain_codes_free(&o->plain);
    free(o->smallest);
    free(o->by_symbols);
}

static bool leaves_places(const corral_rule *rule, const plain_symmetry *s)
{
    for (int place = 0; place < rule->places; place++)
        if (s->place[place] != place)
            return false;
    return true;
}

static void lower_to_images(uint32_t *smallest, const plain_codes *plain, const plain_symmetry *s)
{
    for (uint32_t code = 0; code < plain->count; code++) {
        const uint32_t image = image_of(plain, s, code);
        smallest[code] = image < smallest[code] ? image : smallest[code];
    }
}

void fill_orbits(orbits *o, const unit_history *h)
{
    const plain_codes *plain = &o->plain;
    const uint64_t symmetries = symmetry_count(&plain->rule);
    for (uint32_t code = 0; code < plain->count; code++)
        o->smallest[code] = o->by_symbols[code] = code;
    for (uint64_t number = 0; number < symmetries; number++) {
        const plain_symmetry s = numbered_symmetry(&plain->rule, number);
        bool keeps = true;
        for (uint32_t i = 0; i < h->count && keeps; i++)
            keeps = image_of(plain, &s, h->asked[i]) == h->asked[i];
        if (!keeps)
            continue;
        lower_to_images(o->smallest, plain, &s);
        if (leaves_places(&plain->rule, &s))
            lower_to_images(o->by_symbols, plain, &s);
    }
}

/* Complete a permutation of the places so that it keeps the history and makes of the code as little as it can: symbols
   that the history uses go where their places go, the others are renamed as small as can be. False if the history
   cannot be kept. */
static bool complete(const corral_rule *rule, uint8_t (*asked)[CORRAL_MAX_PLACES], uint32_t count, const uint8_t *code,
                     plain_symmetry *s)
{
    enum { NONE = 0xff };
    bool taken[CORRAL_MAX_SYMBOLS] = {false};
    memset(s->symbol, NONE, sizeof s->symbol);
    if (!rule->leading_zero) {
        s->symbol[0] = 0;
        taken[0] = true;
    }
    for (uint32_t i = 0; i < count; i++)
        for (int place = 0; place < rule->places; place++) {
            const uint8_t from = asked[i][s->place[place]], to = asked[i][place];
            if (s->symbol[from] != to && (s->symbol[from] != NONE || taken[to]))
                return false;
            s->symbol[from] = to;
            taken[to] = true;
        }
    /* Symbols of the code first, as its image meets them; then the rest, to make it a permutation. */
    for (int at = 0; at < rule->places + rule->symbols; at++) {
        const int symbol = at < rule->places ? code[s->place[at]] : at - rule->places;
        uint8_t next = 0;
        if (s->symbol[symbol] != NONE)
            continue;
        while (taken[next])
            next++;
        s->symbol[symbol] = next;
        taken[next] = true;
    }
    return true;
}

/* In lexicographic order; false after the last one. */
static bool next_permutation(uint8_t *list, int count)
{
    int i = count - 1, j = count - 1;
    while (i > 0 && list[i - 1] > list[i])
        i--;
    if (i <= 0)
        return false;
    while (list[j] < list[i - 1])
        j--;
    swap_bytes(&list[i - 1], &list[j]);
    for (j = count - 1; i < j; i++, j--)
        swap_bytes(&list[i], &list[j]);
    return true;
}

uint32_t smallest_image(const corral_rule *rule, const unit_history *history, uint32_t code)
{
    uint8_t asked[MOST_ASKED][CORRAL_MAX_PLACES], symbols[CORRAL_MAX_PLACES], least[CORRAL_MAX_PLACES];
    const int fixed = !rule->leading_zero;
    plain_symmetry s = {{0}, {0}}, best = s;
    for (uint32_t i = 0; i < history->count; i++)
        CHECK(corral_unrank(rule, history->asked[i], asked[i]) == CORRAL_OK);
    CHECK(corral_unrank(rule, code, symbols) == CORRAL_OK);
    memset(least, 0xff, sizeof least);
    for (int place = 0; place < rule->places; place++)
        s.place[place] = (uint8_t)place;
    do {
        uint8_t image[CORRAL_MAX_PLACES];
        if (!complete(rule, asked, history->count, symbols, &s))
            continue;
        for (int place = 0; place < rule->places; place++)
            image[place] = s.symbol[symbols[s.place[place]]];
        if (memcmp(image, least, rule->places) < 0) {
            memcpy(least, image, rule->places);
            best = s;
        }
    } while (next_permutation(s.place + fixed, rule->places - fixed));
    /* Whether it is the smallest or not, it is an image. */
    for (uint32_t i = 0; i < history->count; i++)
        CHECK(image_of_code(rule, &best, history->asked[i]) == history->asked[i]);
    return image_of_code(rule, &best, code);
}

int64_t plain_sum(int64_t a, int64_t b)
{
    return a >= CORRAL_FORBIDDEN - b ? CORRAL_FORBIDDEN : a + b;
}

/* Few different steps, so that rests of schedules often meet; large ones; ascending, descending, with a jump; and a
   limit of depth on top of any of them. */
unit_steps draw_steps(int64_t most)
{
    unit_steps drawn = {.count = 1 + (uint32_t)random_below(MOST_UNIT_STEPS)};
    const uint64_t kind = random_below(6), jump = random_below(drawn.count);
    const uint64_t above = kind == 1 || most < 3 ? (uint64_t)most + 1 : 3;
    for (uint32_t t = 0; t < drawn.count; t++) {
        const int64_t random = (int64_t)random_below(above), near = most / 2 + (int64_t)random_below(3);
        const int64_t before = t ? drawn.steps[t - 1] : 0, high = t ? before : most;
        const int64_t by_kind[] = {random, random, before + random, high - (high > random ? random : high),
                                   t == jump ? near : random / 2, 1};
        drawn.steps[t] = by_kind[kind] < most ? by_kind[kind] : most;
    }
    if (!random_below(3))
        drawn.steps[random_below(drawn.count)] = CORRAL_FORBIDDEN;
    return drawn;
}

void split_all(divisions *d, const int64_t *f, uint32_t n)
{
    for (uint32_t k = 0; k <= MOST_PARTS; k++) {
        d->split[k][n] = CORRAL_FORBIDDEN;
        for (uint32_t first = 1; first < n && k > 1; first++) {
            const int64_t sum = plain_sum(f[first], d->at_most[k - 1][n - first]);
            d->split[k][n] = sum < d->split[k][n] ? sum : d->split[k][n];
        }
    }
}

void divide_all(divisions *d, const int64_t *f, uint32_t n)
{
    d->at_most[0][n] = n ? CORRAL_FORBIDDEN : 0;
    for (uint32_t k = 1; k <= MOST_PARTS; k++)
        d->at_most[k][n] = !n ? 0 : f[n] < d->split[k][n] ? f[n] : d->split[k][n];
}

/* Costs of sets of secrets, a bit each, after so many guesses; and of dividing them into at most so many parts then. */
enum { SETS = 1 << WEIGHED };
typedef struct weighed {
    int64_t cost[WEIGHED + 1][SETS];
    int64_t divided[WEIGHED][SETS];
} weighed;

static int64_t paid_by(const uint64_t *weights, uint32_t set, int64_t step)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < WEIGHED; i++)
        for (uint64_t unit = 0; set >> i & 1 && unit < weights[i]; unit++)
            sum = plain_sum(sum, step);
    return sum;
}

static void divide_sets(weighed *w, uint32_t t, uint32_t most)
{
    for (uint32_t k = 0; k <= most; k++)
        for (uint32_t set = 0; set < SETS; set++) {
            const uint32_t lowest = set & (0u - set);
            int64_t best = set ? CORRAL_FORBIDDEN : 0;
            for (uint32_t part = set; part && k; part = (part - 1) & set) {
                const int64_t sum = plain_sum(w->cost[t][part], w->divided[k - 1][set ^ part]);
                best = part & lowest && sum < best ? sum : best;
            }
            w->divided[k][set] = best;
        }
}

/* A tree of n secrets needs n guesses at most. */
int64_t cheapest_tree(const unit_steps *steps, const uint64_t weights[WEIGHED], uint32_t classes)
{
    static weighed w;
    const uint32_t most = classes - 1 < WEIGHED ? classes - 1 : WEIGHED - 1;
    for (uint32_t set = 0; set < SETS; set++)
        w.cost[WEIGHED][set] = set & (set - 1) ? CORRAL_FORBIDDEN : 0;
    for (uint32_t t = WEIGHED; t-- > 0;) {
        const int64_t step = steps->steps[t < steps->count ? t : steps->count - 1];
        divide_sets(&w, t + 1, most);
        for (uint32_t set = 0; set < SETS; set++) {
            int64_t best = plain_sum(paid_by(weights, set, step), w.divided[most][set]);
            for (uint32_t i = 0; i < WEIGHED; i++) {
                const uint32_t left = set & ~(1u << i);
                const int64_t sum = plain_sum(paid_by(weights, left, step), w.divided[most][left]);
                best = left != set && sum < best ? sum : best;
            }
            w.cost[t][set] = set & (set - 1) ? best : 0;
        }
    }
    return w.cost[0][SETS - 1];
}
