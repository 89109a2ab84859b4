/* Guesses that are alike after a history.

   A symmetry of the game permutes places and symbols. If it maps every guess of the history to itself, it maps the
   candidates, as long as these are all codes that agree with some answers to the history, onto themselves: the
   answers of an image to the history are those of the code. Guesses that such a symmetry maps to each other then split
   the candidates alike, into parts that the symmetry maps to each other, and lead to the same cost. One of them is
   enough: the smallest.

   Two kinds of such symmetries are used.

   1. Exchanges of symbols that no guess has used. The smallest code is the one whose unused symbols appear in ascending
      order from left to right, without a gap.
   2. Permutations of the places, with what they demand of the symbols: a permutation maps a guess to itself if and only
      if the symbols used are permuted so that each goes where its places go. There are at most as many as permutations
      of the places, and few once two guesses have been asked, so they are listed, per history. Combined with the first
      kind, a code is kept if none of them makes a smaller one of it. Any subset of the symmetries will do: if one of
      them makes a smaller code, that one, or a still smaller one, is kept. So with many places not all are listed.

   Without a leading zero, symbol 0 and the first place are fixed: symbol 0 counts as used.

   What this needs: the candidates are all that agree with the history (not any subset), and have equal weights. It
   does not matter whether guesses are forced: an opener is part of the history. With consistent guesses the candidates
   are filtered, which the symmetries map onto themselves. */

#include "symmetry.h"

#include "memory.h"

#include <string.h>

enum { LONGEST_HISTORY = 3, MOST_SYMMETRIES = 5040, BUCKETS = 1 << 13, UNSET = 0xff };
#define BY_SYMBOLS UINT32_MAX /* in place of the length of a history: symbols alone count */

/* A permutation of the places and what it makes of the symbols used: image[i] = symbol[code[place[i]]]. */
typedef struct place_symmetry {
    uint8_t place[CORRAL_MAX_PLACES];
    uint8_t symbol[CORRAL_MAX_SYMBOLS];
} place_symmetry;

struct symmetry_list {
    symmetry_list *next;
    uint64_t used;
    uint32_t asked[LONGEST_HISTORY];
    uint32_t asked_count; /* or BY_SYMBOLS */
    corral_guesses *guesses;
    bool owned;
};

typedef struct symmetry_group {
    uint64_t used;
    place_symmetry *elements; /* the identity is left out */
    uint32_t count;
    uint32_t capacity;
} symmetry_group;

static uint64_t used_symbols(const corral_codes *codes, const uint32_t *asked, uint32_t count)
{
    uint64_t used = codes->rule.leading_zero ? 0 : 1;
    for (uint32_t i = 0; i < count; i++)
        used |= corral_symbols_of(codes, asked[i]);
    return used;
}

/* What a permutation demands of the symbols, if it can be. */
static bool demand(const corral_codes *codes, const uint32_t *asked, uint32_t count, place_symmetry *s)
{
    uint64_t taken = 0;
    memset(s->symbol, UNSET, sizeof s->symbol);
    if (!codes->rule.leading_zero) {
        s->symbol[0] = 0;
        taken = 1;
    }
    for (uint32_t i = 0; i < count; i++)
        for (int j = 0; j < codes->rule.places; j++) {
            uint8_t from = codes->digits[s->place[j]][asked[i]], to = codes->digits[j][asked[i]];
            if (s->symbol[from] == to)
                continue;
            if (s->symbol[from] != UNSET || taken >> to & 1)
                return false;
            s->symbol[from] = to;
            taken |= (uint64_t)1 << to;
        }
    return true;
}

/* The next permutation in lexicographic order of the places from `fixed` on. */
static bool permute(uint8_t *place, int fixed, int places)
{
    int i = places - 2;
    while (i >= fixed && place[i] > place[i + 1])
        i--;
    if (i < fixed)
        return false;
    int j = places - 1;
    while (place[j] < place[i])
        j--;
    uint8_t swap = place[i];
    place[i] = place[j];
    place[j] = swap;
    for (int left = i + 1, right = places - 1; left < right; left++, right--) {
        swap = place[left];
        place[left] = place[right];
        place[right] = swap;
    }
    return true;
}

static corral_status fill_group(symmetry_group *group, const corral_codes *codes, const uint32_t *asked, uint32_t count)
{
    int places = codes->rule.places, fixed = !codes->rule.leading_zero;
    place_symmetry s;
    for (int j = 0; j < CORRAL_MAX_PLACES; j++)
        s.place[j] = (uint8_t)j;
    for (int tried = 1; tried < MOST_SYMMETRIES && permute(s.place, fixed, places); tried++) {
        if (!demand(codes, asked, count, &s))
            continue;
        if (group->count == group->capacity) {
            uint32_t capacity = group->capacity ? 2 * group->capacity : 8;
            void *grown = corral_grow(group->elements, group->count * sizeof s, capacity, sizeof s);
            if (!grown)
                return CORRAL_NO_MEMORY;
            group->elements = grown;
            group->capacity = capacity;
        }
        group->elements[group->count++] = s;
    }
    return CORRAL_OK;
}

/* Does the symmetry, together with an exchange of unused symbols, make a smaller code of it? */
static bool lowers(const corral_codes *codes, uint32_t number, uint64_t used, const place_symmetry *s)
{
    uint8_t renamed[CORRAL_MAX_SYMBOLS];
    memset(renamed, UNSET, sizeof renamed);
    uint64_t free = ~used;
    for (int j = 0; j < codes->rule.places; j++) {
        uint8_t symbol = codes->digits[s->place[j]][number], image = s->symbol[symbol];
        if (!(used >> symbol & 1)) {
            if (renamed[symbol] == UNSET) {
                uint8_t next = 0;
                while (!(free >> next & 1))
                    next++;
                renamed[symbol] = next;
                free &= ~((uint64_t)1 << next);
            }
            image = renamed[symbol];
        }
        uint8_t here = codes->digits[j][number];
        if (image != here)
            return image < here;
    }
    return false;
}

static bool is_smallest(const corral_symmetry *symmetry, const symmetry_group *group, uint32_t number)
{
    const corral_codes *codes = symmetry->codes;
    if (symmetry->unused_symbols && !corral_in_first_appearance_order(codes, number, group->used))
        return false;
    for (uint32_t i = 0; i < group->count; i++)
        if (lowers(codes, number, group->used, &group->elements[i]))
            return false;
    return true;
}

/* Write the codes that are the smallest of their kind to out; NULL codes: all. */
static corral_status keep_smallest(const corral_symmetry *symmetry, const symmetry_group *group, const uint32_t *codes,
                                   uint32_t count, const corral_poll *poll, uint32_t *out, uint32_t *kept)
{
    uint32_t a_poll = CODES_A_POLL / (group->count + 1) + 1;
    *kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = codes ? codes[i] : i;
        if (is_smallest(symmetry, group, number))
            out[(*kept)++] = number;
        if (i % a_poll == 0 && corral_stopped(poll, i, count))
            return CORRAL_STOPPED;
    }
    return CORRAL_OK;
}

corral_status corral_symmetry_filter(const corral_symmetry *symmetry, const uint32_t *asked, uint32_t asked_count,
                                     bool worth, const uint32_t *codes, uint32_t count, const corral_poll *poll,
                                     uint32_t *out, uint32_t *kept)
{
    symmetry_group group = {.used = used_symbols(symmetry->codes, asked, asked_count)};
    corral_status status = CORRAL_OK;
    if (worth && symmetry->of_history && asked_count <= LONGEST_HISTORY)
        status = fill_group(&group, symmetry->codes, asked, asked_count);
    if (!status)
        status = keep_smallest(symmetry, &group, codes, count, poll, out, kept);
    corral_release(group.elements);
    return status;
}

/* A list of all codes that are the smallest of their kind. */
static corral_status make_list(const corral_symmetry *symmetry, const symmetry_group *group, const corral_poll *poll,
                               corral_guesses **guesses)
{
    uint32_t count = symmetry->codes->count, kept;
    uint32_t *numbers = corral_allocate(count, sizeof *numbers);
    if (!numbers)
        return CORRAL_NO_MEMORY;
    corral_status status = keep_smallest(symmetry, group, NULL, count, poll, numbers, &kept);
    if (!status)
        status = corral_guesses_make(symmetry->codes, numbers, kept, poll, guesses);
    corral_release(numbers);
    return status;
}

static uint32_t bucket_of(uint64_t used, const uint32_t *asked, uint32_t asked_count)
{
    uint64_t hash = used * 0x9e3779b97f4a7c15u + asked_count;
    for (uint32_t i = 0; asked_count != BY_SYMBOLS && i < asked_count; i++)
        hash = (hash ^ asked[i]) * 0xd6e8feb86659fd93u;
    return (uint32_t)(hash >> 32) & (BUCKETS - 1);
}

static const symmetry_list *find(const corral_symmetry *symmetry, uint64_t used, const uint32_t *asked,
                                 uint32_t asked_count)
{
    const symmetry_list *list = atomic_get_pointer(&symmetry->buckets[bucket_of(used, asked, asked_count)]);
    for (; list; list = list->next)
        if (list->used == used && list->asked_count == asked_count &&
            (asked_count == BY_SYMBOLS || !asked_count || !memcmp(list->asked, asked, asked_count * sizeof *asked)))
            return list;
    return NULL;
}

static uint64_t bytes_of(const corral_guesses *guesses)
{
    return guesses->count * sizeof(uint32_t) +
           (uint64_t)guesses->slices.blocks * guesses->slices.tokens * SLICE_WORDS * sizeof(uint64_t);
}

/* Keep a list, or find that another thread has: *guesses gets the one that is kept. Takes the guesses if they are to be
   owned. */
static corral_status keep(corral_symmetry *symmetry, uint64_t used, const uint32_t *asked, uint32_t asked_count,
                          corral_guesses *made, bool owned, corral_guesses **guesses)
{
    symmetry_list *list = corral_allocate_zeroed(1, sizeof *list);
    if (list) {
        corral_lock(&symmetry->mutex);
        const symmetry_list *there = find(symmetry, used, asked, asked_count);
        if (!there) {
            void **bucket = &symmetry->buckets[bucket_of(used, asked, asked_count)];
            *list = (symmetry_list){
                .next = *bucket, .used = used, .asked_count = asked_count, .guesses = made, .owned = owned};
            if (asked_count && asked_count != BY_SYMBOLS)
                memcpy(list->asked, asked, asked_count * sizeof *asked);
            atomic_set_pointer(bucket, list);
            atomic_add(&symmetry->memory, sizeof *list + (owned ? bytes_of(made) : 0));
            corral_unlock(&symmetry->mutex);
            *guesses = made;
            return CORRAL_OK;
        }
        corral_unlock(&symmetry->mutex);
        *guesses = there->guesses;
    }
    if (owned)
        corral_guesses_free(made);
    if (!list)
        return CORRAL_NO_MEMORY;
    corral_release(list);
    return CORRAL_OK;
}

/* Representatives under exchanges of unused symbols. */
static corral_status by_used_symbols(corral_symmetry *symmetry, uint64_t used, const corral_poll *poll,
                                     corral_guesses **guesses)
{
    uint64_t unused = ~used & (((uint64_t)1 << symmetry->codes->rule.symbols) - 1);
    *guesses = symmetry->all;
    if (!symmetry->unused_symbols || !(unused & (unused - 1))) /* two are needed for an exchange */
        return CORRAL_OK;
    const symmetry_list *list = find(symmetry, used, NULL, BY_SYMBOLS);
    if (list) {
        *guesses = list->guesses;
        return CORRAL_OK;
    }
    if (atomic_get(&symmetry->memory) > symmetry->most_memory)
        return CORRAL_OK;
    symmetry_group group = {.used = used};
    corral_guesses *made;
    corral_status status = make_list(symmetry, &group, poll, &made);
    if (!status)
        status = keep(symmetry, used, NULL, BY_SYMBOLS, made, true, guesses);
    return status;
}

static corral_status by_history(corral_symmetry *symmetry, uint64_t used, const uint32_t *asked, uint32_t asked_count,
                                const corral_poll *poll, corral_guesses **guesses)
{
    const symmetry_list *list = find(symmetry, used, asked, asked_count);
    if (list) {
        *guesses = list->guesses;
        return CORRAL_OK;
    }
    corral_guesses *coarser, *made;
    corral_status status = by_used_symbols(symmetry, used, poll, &coarser);
    *guesses = coarser;
    if (status || atomic_get(&symmetry->memory) > symmetry->most_memory)
        return status;
    symmetry_group group = {.used = used};
    status = fill_group(&group, symmetry->codes, asked, asked_count);
    if (!status && !group.count)
        status = keep(symmetry, used, asked, asked_count, coarser, false, guesses);
    else if (!status) {
        status = make_list(symmetry, &group, poll, &made);
        if (!status)
            status = keep(symmetry, used, asked, asked_count, made, true, guesses);
    }
    corral_release(group.elements);
    return status;
}

corral_status corral_symmetry_guesses(corral_symmetry *symmetry, const uint32_t *asked, uint32_t asked_count,
                                      bool worth, const corral_poll *poll, corral_guesses **guesses)
{
    uint64_t used = used_symbols(symmetry->codes, asked, asked_count);
    corral_guesses *found;
    corral_status status;
    if (worth && symmetry->of_history && asked_count <= LONGEST_HISTORY)
        status = by_history(symmetry, used, asked, asked_count, poll, &found);
    else
        status = by_used_symbols(symmetry, used, poll, &found);
    if (!status)
        *guesses = found;
    return status;
}

corral_status corral_symmetry_make(corral_symmetry *symmetry, const corral_codes *codes, bool unused_symbols,
                                   bool of_history, uint64_t most_memory, const corral_poll *poll)
{
    memset(symmetry, 0, sizeof *symmetry);
    if (!corral_mutex_make(&symmetry->mutex))
        return CORRAL_NO_MEMORY;
    symmetry->codes = codes;
    symmetry->unused_symbols = unused_symbols;
    symmetry->of_history = of_history;
    symmetry->most_memory = most_memory;
    symmetry->buckets = corral_allocate_zeroed(BUCKETS, sizeof *symmetry->buckets);
    corral_status status = symmetry->buckets ? CORRAL_OK : CORRAL_NO_MEMORY;
    if (!status)
        status = corral_guesses_make(codes, NULL, 0, poll, &symmetry->all);
    if (status)
        corral_symmetry_clear(symmetry);
    return status;
}

void corral_symmetry_clear(corral_symmetry *symmetry)
{
    if (!symmetry->codes)
        return;
    for (uint32_t i = 0; symmetry->buckets && i < BUCKETS; i++)
        for (symmetry_list *list = symmetry->buckets[i], *next; list; list = next) {
            next = list->next;
            if (list->owned)
                corral_guesses_free(list->guesses);
            corral_release(list);
        }
    corral_release(symmetry->buckets);
    corral_guesses_free(symmetry->all);
    corral_mutex_clear(&symmetry->mutex);
    memset(symmetry, 0, sizeof *symmetry);
}
