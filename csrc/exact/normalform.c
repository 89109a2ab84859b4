/* Normal forms of sets of codes.

   The symmetries of a peg game permute the places and the symbols; without a leading zero, those that fix the first
   place and the first symbol. They map codes to codes and keep every feedback, so a set and its image have the same
   least cost: R(S, t) = R(image of S, t), as a tree is mapped along with its set. So the memo may know a set by the hash
   of any image. This needs that all codes may be guessed, or, with consistent guesses, just the set itself; that
   secrets have equal weights; and that the game is one of pegs. It does not matter how the set came about.

   Which image is chosen decides only how often equivalent sets meet. It is computed in one round of refinement, as
   colours of a graph are: places are described by how often which symbols stand in them, symbols by how often they
   stand at which places, codes by places and symbols together, and then places and symbols again by their codes. Places
   and symbols are put in the order of these descriptions. Ties are decided by a code of the least description: the
   places in the order of its symbols, the symbols in the order of its places. Where that is not enough, equivalent sets
   get different names and are searched twice, which costs time and nothing else.

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

/* How often which symbols stand at which places. */
static void describe_counts(const corral_codes *codes, const uint32_t *set, uint32_t count, descriptions *d)
{
    int places = codes->rule.places, symbols = codes->rule.symbols;
    uint32_t counts[CORRAL_MAX_PLACES][CORRAL_MAX_SYMBOLS];
    for (int j = 0; j < places; j++) {
        const uint8_t *digits = codes->digits[j];
        memset(counts[j], 0, (size_t)symbols * sizeof counts[j][0]);
        for (uint32_t i = 0; i < count; i++)
            counts[j][digits[set[i]]]++;
        uint64_t sum = 0;
        for (int x = 0; x < symbols; x++)
            sum += stir(counts[j][x] + 0x1234567u) * counts[j][x];
        d->place[j] = stir_well(sum);
    }
    for (int x = 0; x < symbols; x++) {
        uint64_t sum = 0;
        for (int j = 0; j < places; j++)
            sum += stir(d->place[j] + counts[j][x] * 0xd6e8feb86659fd93u) * counts[j][x];
        d->symbol[x] = stir_well(sum);
    }
}

/* The second round, by the codes; symbols that do not occur get 0. Returns a code of the least description. */
static uint32_t describe_codes(const corral_codes *codes, const uint32_t *set, uint32_t count, const descriptions *first,
                               descriptions *second)
{
    int places = codes->rule.places;
    uint64_t least = UINT64_MAX;
    uint32_t pivot = set[0];
    memset(second, 0, sizeof *second);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t symbols[CORRAL_MAX_PLACES];
        uint64_t key = 0;
        for (int j = 0; j < places; j++) {
            symbols[j] = codes->digits[j][set[i]];
            key += stir(first->symbol[symbols[j]] ^ first->place[j]);
        }
        key = stir_well(key);
        if (key < least) {
            least = key;
            pivot = set[i];
        }
        for (int j = 0; j < places; j++) {
            second->symbol[symbols[j]] += stir(key ^ first->place[j]);
            second->place[j] += stir(key + first->symbol[symbols[j]]);
        }
    }
    return pivot;
}

static void order_places(const corral_codes *codes, uint32_t pivot, const descriptions *d, renaming *r)
{
    int places = codes->rule.places, fixed = !codes->rule.leading_zero;
    for (int i = 0; i < places; i++) {
        int at = i;
        for (; at > fixed; at--) {
            int other = r->place[at - 1];
            uint64_t mine = d->place[i], others = d->place[other];
            if (mine == others) {
                mine = d->symbol[codes->digits[i][pivot]];
                others = d->symbol[codes->digits[other][pivot]];
            }
            if (mine >= others)
                break;
            r->place[at] = r->place[at - 1];
        }
        r->place[at] = (uint8_t)i;
    }
}

static void order_symbols(const corral_codes *codes, uint32_t pivot, const descriptions *d, renaming *r)
{
    int places = codes->rule.places, symbols = codes->rule.symbols, fixed = !codes->rule.leading_zero, sorted = 0;
    uint8_t first_at[CORRAL_MAX_SYMBOLS], order[CORRAL_MAX_SYMBOLS];
    memset(first_at, CORRAL_MAX_PLACES, sizeof first_at);
    for (int i = places - 1; i >= 0; i--)
        first_at[codes->digits[r->place[i]][pivot]] = (uint8_t)i;
    if (fixed)
        order[sorted++] = 0;
    for (int x = fixed; x < symbols; x++) {
        if (!d->symbol[x])
            continue;
        int at = sorted++;
        for (; at > fixed; at--) {
            int other = order[at - 1];
            bool less = d->symbol[x] != d->symbol[other] ? d->symbol[x] < d->symbol[other] : first_at[x] < first_at[other];
            if (!less)
                break;
            order[at] = order[at - 1];
        }
        order[at] = (uint8_t)x;
    }
    for (int x = fixed; x < symbols; x++)
        if (!d->symbol[x])
            order[sorted++] = (uint8_t)x;
    for (int i = 0; i < symbols; i++)
        r->symbol[order[i]] = (uint8_t)i;
}

static memo_key hash_of_image(const corral_codes *codes, const uint32_t *set, uint32_t count, const renaming *r)
{
    int places = codes->rule.places;
    uint64_t symbols = codes->rule.symbols;
    memo_key sum = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number = 0;
        for (int j = 0; j < places; j++)
            number = number * symbols + r->symbol[codes->digits[r->place[j]][set[i]]];
        memo_key key = corral_element_hash(number);
        sum.high += key.high;
        sum.low += key.low;
    }
    return sum;
}

memo_key corral_set_hash(const corral_codes *codes, const uint32_t *set, uint32_t count)
{
    renaming identity;
    for (int j = 0; j < CORRAL_MAX_PLACES; j++)
        identity.place[j] = (uint8_t)j;
    for (int x = 0; x < CORRAL_MAX_SYMBOLS; x++)
        identity.symbol[x] = (uint8_t)x;
    return hash_of_image(codes, set, count, &identity);
}

memo_key corral_normal_hash(const corral_codes *codes, const uint32_t *set, uint32_t count)
{
    descriptions first, second;
    renaming r;
    describe_counts(codes, set, count, &first);
    uint32_t pivot = describe_codes(codes, set, count, &first, &second);
    order_places(codes, pivot, &second, &r);
    order_symbols(codes, pivot, &second, &r);
    return hash_of_image(codes, set, count, &r);
}
