/* The memo: a hash table of fixed cells that forgets.

   A cell is two words. The value packs the lower bound (40 bits), whether it is exact, whether it contains the
   two-level bound, a worth (5 bits) and 16 bits of the key; the other word is the low half of the key xor the value, so
   that a cell that two threads write at once is not taken for either. Four cells make a bucket, one cache line.

   Losing an entry is sound: what is not found is searched again. So a full bucket gives up its least worthy cell, the
   one of the smallest set, and a table that cannot get memory to grow stays as it is. It starts small, since clearing
   a large table would take longer than a small game, and grows fourfold when it is more than 60 % full.

   Sets are told apart by 80 bits of hash. If the hash is as good as random, a look-up among m entries is deceived with
   a chance of m / 2^80: after 10^9 look-ups among 10^8 entries, about 10^-7. A proof is as sure as that.

   Bounds that do not fit 40 bits are cut, and are no longer exact: they say "at least". */

#include "memo.h"

#include "memory.h"

#include <string.h>

enum { BUCKET = 4, FIRST_CELLS = 1 << 14, BOUND_BITS = 40 };
#define BOUND_MASK (((uint64_t)1 << BOUND_BITS) - 1)
#define EXACT ((uint64_t)1 << 40)
#define TWO_LEVEL ((uint64_t)1 << 41)
#define PRESENT ((uint64_t)1 << 42)
enum { WORTH_SHIFT = 43, MOST_WORTH = 31, TAG_SHIFT = 48 };

corral_status corral_memo_make(corral_memo *memo, uint64_t bytes)
{
    memset(memo, 0, sizeof *memo);
    uint64_t most = bytes / sizeof(memo_cell);
    if (most < BUCKET)
        return CORRAL_OK;
    memo->most = BUCKET;
    while (memo->most <= most / 2)
        memo->most *= 2;
    memo->count = memo->most < FIRST_CELLS ? memo->most : FIRST_CELLS;
    memo->cells = corral_allocate_zeroed(memo->count, sizeof *memo->cells);
    return memo->cells ? CORRAL_OK : CORRAL_NO_MEMORY;
}

void corral_memo_clear(corral_memo *memo)
{
    corral_release(memo->cells);
    memset(memo, 0, sizeof *memo);
}

static memo_cell *bucket_of(const corral_memo *memo, uint64_t low)
{
    return memo->cells + (low & (memo->count - 1) & ~(uint64_t)(BUCKET - 1));
}

bool corral_memo_find(const corral_memo *memo, memo_key key, memo_entry *entry)
{
    if (!memo->count)
        return false;
    const memo_cell *cell = bucket_of(memo, key.low);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t value = cell[i].value;
        if ((cell[i].key ^ value) != key.low || value >> TAG_SHIFT != key.high >> TAG_SHIFT || !value)
            continue;
        entry->lower = (int64_t)(value & BOUND_MASK);
        if ((value & BOUND_MASK) == BOUND_MASK && value & EXACT)
            entry->lower = CORRAL_FORBIDDEN;
        entry->exact = value & EXACT;
        entry->two_level = value & TWO_LEVEL;
        return true;
    }
    return false;
}

/* The largest sets are worth most; beyond 16 by their logarithm. */
static uint64_t worth_of(uint32_t size)
{
    uint32_t worth = size < 16 ? size : 16;
    for (; size >= 32 && worth < MOST_WORTH; size /= 2)
        worth++;
    return worth;
}

static void put(corral_memo *memo, uint64_t low, uint64_t value)
{
    memo_cell *cell = bucket_of(memo, low), *least = NULL;
    for (int i = 0; i < BUCKET; i++) {
        uint64_t held = cell[i].value;
        if (held && (cell[i].key ^ held) == low && held >> TAG_SHIFT == value >> TAG_SHIFT) {
            if (held & EXACT)
                return;
            if (!(value & EXACT)) {
                uint64_t better = (held & BOUND_MASK) > (value & BOUND_MASK) ? held : value;
                value = better | ((held | value) & TWO_LEVEL);
            }
            least = &cell[i];
            break;
        }
        if (!least || (least->value && (!held || (held >> WORTH_SHIFT & MOST_WORTH) <
                                                     (least->value >> WORTH_SHIFT & MOST_WORTH))))
            least = &cell[i];
    }
    memo->used += !least->value;
    least->value = value;
    least->key = low ^ value;
}

static void grow(corral_memo *memo)
{
    corral_memo larger = *memo;
    larger.count = 4 * memo->count <= memo->most ? 4 * memo->count : memo->most;
    larger.used = 0;
    larger.cells = corral_allocate_zeroed(larger.count, sizeof *larger.cells);
    if (!larger.cells) {
        memo->most = memo->count;
        return;
    }
    for (uint64_t i = 0; i < memo->count; i++)
        if (memo->cells[i].value)
            put(&larger, memo->cells[i].key ^ memo->cells[i].value, memo->cells[i].value);
    corral_release(memo->cells);
    *memo = larger;
}

void corral_memo_store(corral_memo *memo, memo_key key, memo_entry entry, uint32_t worth)
{
    if (!memo->count)
        return;
    uint64_t bound = (uint64_t)entry.lower, flags = PRESENT | (entry.two_level ? TWO_LEVEL : 0);
    if (entry.exact && (bound < BOUND_MASK || entry.lower == CORRAL_FORBIDDEN))
        flags |= EXACT;
    if (bound >= BOUND_MASK)
        bound = flags & EXACT ? BOUND_MASK : BOUND_MASK - 1;
    put(memo, key.low, bound | flags | worth_of(worth) << WORTH_SHIFT | key.high >> TAG_SHIFT << TAG_SHIFT);
    if (memo->count < memo->most && memo->used * 5 > memo->count * 3)
        grow(memo);
}
