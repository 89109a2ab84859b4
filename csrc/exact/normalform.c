/* Normal forms of sets of codes.

   The symmetries of a peg game permute the places and the symbols; without a leading zero, those that fix the first
   place and the first symbol. They map codes to codes and keep every feedback, so a set and its image have the same
   least cost: R(S, t) = R(image of S, t), as a tree is mapped along with its set. So the memo may know a set by the
   hash of any image. This needs that all codes may be guessed, or, with consistent guesses, just the set itself; that
   secrets have equal weights; and that the game is one of pegs. It does not matter how the set came about.

   Which image is chosen decides only how often equivalent sets meet. It is computed in one round of refinement, as
   colours of a graph are: places and symbols are described by how often they meet, codes by their places and symbols
   together, and then places and symbols again by their codes. Places and symbols are put in the order of these
   descriptions, to which a code of the least description adds what it has where: to the places its symbols, to the
   symbols its places. Where that is not enough, equivalent sets get different names and are searched twice, which costs
   time and nothing else.

   Descriptions are sums of hashes, so the order of the codes does not matter. */

#include "normalform.h"

#include <string.h>

static uint64_t stir(uint64_t x)
{
    x *= 0x9e3779b97f4a7c15u;
    return x ^ x >> 31;
}

static uint64_t stir_well(uint64_t x)
{
    x = stir(x) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

typedef struct renaming {
    uint8_t place[CORRAL_MAX_PLACES];   /* place[i]: which place becomes place i */
    uint8_t symbol[CORRAL_MAX_SYMBOLS]; /* symbol[x]: what symbol x becomes */
} renaming;

typedef struct descriptions {
    uint64_t place[CORRAL_MAX_PLACES];
    uint64_t symbol[CORRAL_MAX_SYMBOLS];
} descriptions;

/* The symbols of the codes, code by code. */
typedef struct symbol_list {
    uint32_t count;
    uint8_t symbols[NORMAL_FORM_MAX * CORRAL_MAX_PLACES];
} symbol_list;

typedef struct symbol_counts {
    uint32_t at[CORRAL_MAX_PLACES][CORRAL_MAX_SYMBOLS];
} symbol_counts;

static void list_symbols(const corral_codes *codes, const uint32_t *set, symbol_list *list, symbol_counts *counts)
{
    int places = codes->rule.places;
    size_t used = codes->rule.symbols * sizeof counts->at[0][0];
    uint8_t *next = list->symbols;
    for (int j = 0; j < places; j++)
        memset(counts->at[j], 0, used);
    for (uint32_t i = 0; i < list->count; i++, next += places)
        for (int j = 0; j < places; j++) {
            next[j] = codes->digits[j][set[i]];
            counts->at[j][next[j]]++;
        }
}

/* How often which symbols stand at which places. */
static void describe_counts(const corral_codes *codes, const symbol_counts *counts, descriptions *d)
{
    int places = codes->rule.places, symbols = codes->rule.symbols;
    memset(d, 0, sizeof *d);
    for (int j = 0; j < places; j++) {
        for (int x = 0; x < symbols; x++) {
            uint64_t hash = stir(counts->at[j][x]) * counts->at[j][x];
            d->place[j] += hash;
            d->symbol[x] += hash;
        }
        d->place[j] = stir_well(d->place[j]);
    }
    for (int x = 0; x < symbols; x++)
        d->symbol[x] = stir_well(d->symbol[x]);
}

/* The second round, by the codes; symbols that do not occur get 0. Returns which code has the least description. */
static uint32_t describe_codes(const corral_codes *codes, const symbol_list *list, const descriptions *first,
                               descriptions *second)
{
    int places = codes->rule.places;
    uint64_t least = UINT64_MAX;
    uint32_t pivot = 0;
    memset(second, 0, sizeof *second);
    const uint8_t *symbols = list->symbols;
    for (uint32_t i = 0; i < list->count; i++, symbols += places) {
        uint64_t key = 0;
        for (int j = 0; j < places; j++)
            key += stir(first->symbol[symbols[j]] ^ first->place[j]);
        key = stir_well(key);
        if (key < least) {
            least = key;
            pivot = i;
        }
        for (int j = 0; j < places; j++) {
            uint64_t hash = stir(key ^ first->place[j] ^ first->symbol[symbols[j]]);
            second->symbol[symbols[j]] += hash;
            second->place[j] += hash;
        }
    }
    return pivot;
}

/* The position of each key in ascending order; of equal keys the first comes first, so it is always a permutation. All
   pairs are compared: without branches, that is faster than sorting. */
static void rank_keys(const uint64_t *keys, int count, uint8_t *ranks)
{
    memset(ranks, 0, (size_t)count);
    for (int i = 1; i < count; i++) {
        unsigned before = 0;
        for (int j = 0; j < i; j++) {
            unsigned ascending = keys[j] <= keys[i];
            before += ascending;
            ranks[j] = (uint8_t)(ranks[j] + 1u - ascending);
        }
        ranks[i] = (uint8_t)before;
    }
}

/* Places are put in the order of their descriptions and those of the pivot's symbols, symbols in the order of theirs
   and of the places at which the pivot has them. */
static void choose_image(const corral_codes *codes, const uint8_t *pivot, const descriptions *d, renaming *r)
{
    int places = codes->rule.places, symbols = codes->rule.symbols;
    uint64_t keys[CORRAL_MAX_SYMBOLS] = {0};
    uint8_t ranks[CORRAL_MAX_PLACES];
    for (int j = 0; j < places; j++)
        keys[j] = d->place[j] + stir(d->symbol[pivot[j]]);
    if (!codes->rule.leading_zero)
        keys[0] = 0; /* the first place stays the first */
    rank_keys(keys, places, ranks);
    for (int j = 0; j < places; j++)
        r->place[ranks[j]] = (uint8_t)j;
    memcpy(keys, d->symbol, (size_t)symbols * sizeof *keys);
    for (int i = 0; i < places; i++)
        keys[pivot[r->place[i]]] += stir((uint64_t)i + 1);
    if (!codes->rule.leading_zero)
        keys[0] = 0;
    rank_keys(keys, symbols, r->symbol);
}

static set_hash hash_of_image(const corral_codes *codes, const symbol_list *list, const renaming *r)
{
    int places = codes->rule.places;
    uint64_t symbols = codes->rule.symbols;
    const uint8_t *code = list->symbols;
    set_hash sum = {0, 0};
    for (uint32_t i = 0; i < list->count; i++, code += places) {
        uint64_t number = 0;
        for (int j = 0; j < places; j++)
            number = number * symbols + r->symbol[code[r->place[j]]];
        corral_hash_add(&sum, number);
    }
    return sum;
}

set_hash corral_set_hash(const corral_codes *codes, const uint32_t *set, uint32_t count)
{
    set_hash sum = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number = 0;
        for (int j = 0; j < codes->rule.places; j++)
            number = number * codes->rule.symbols + codes->digits[j][set[i]];
        corral_hash_add(&sum, number);
    }
    return sum;
}

set_hash corral_normal_hash(const corral_codes *codes, const uint32_t *set, uint32_t count)
{
    symbol_list list;
    list.count = count;
    symbol_counts counts;
    descriptions first, second;
    renaming r;
    list_symbols(codes, set, &list, &counts);
    describe_counts(codes, &counts, &first);
    const uint8_t *pivot = list.symbols + describe_codes(codes, &list, &first, &second) * codes->rule.places;
    choose_image(codes, pivot, &second, &r);
    return hash_of_image(codes, &list, &r);
}
