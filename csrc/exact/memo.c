/* The memo: a hash table of fixed cells that forgets.

   A cell is two words. One packs the lower bound (40 bits), whether it is exact, whether it contains the two-level
   bound, a worth (5 bits) and 16 bits of the key; the other is the low half of the key. Four cells make a bucket, one
   cache line.

   Losing an entry is sound: what is not found is searched again. So a full bucket gives up its least worthy cell, the
   one of the smallest set, and a table that cannot get memory to grow stays as it is. It starts small, since clearing
   a large table would take longer than a small game, and grows fourfold when it is more than 60 % full. To do so in
   short steps, and without holding much more than it needs, it is cut into shards, each a table of its own. Each has a
   lock of its own too: with so many shards threads rarely meet at one, and it is held for a cache line's time.

   Sets are told apart by 80 bits of hash. If the hash is as good as random, a look-up among m entries is deceived with
   a chance of m / 2^80: after 10^9 look-ups among 10^8 entries, about 10^-7. A proof is as sure as that.

   Bounds that do not fit 40 bits are cut, and are no longer exact: they say "at least". */

#include "memo.h"

#include "memory.h"

#include <string.h>

enum { BUCKET = 4, FIRST_CELLS = 256, BOUND_BITS = 40 };
#define BOUND_MASK (((uint64_t)1 << BOUND_BITS) - 1)
#define EXACT ((uint64_t)1 << 40)
#define TWO_LEVEL ((uint64_t)1 << 41)
#define PRESENT ((uint64_t)1 << 42)
enum { WORTH_SHIFT = 43, MOST_WORTH = 31, TAG_SHIFT = 48 };

static uint64_t power_below(uint64_t n)
{
    uint64_t power = 1;
    while (power <= n / 2)
        power *= 2;
    return power;
}

corral_status corral_memo_make(corral_memo *memo, uint64_t bytes)
{
    memset(memo, 0, sizeof *memo);
    const uint64_t addressable = SIZE_MAX / 2; /* on machines of 32 bits it matters */
    uint64_t buckets = (bytes < addressable ? bytes : addressable) / sizeof(memo_cell) / BUCKET;
    if (!buckets)
        return CORRAL_OK;
    buckets = power_below(buckets);
    memo->shard_count = buckets < MEMO_SHARDS ? (uint32_t)buckets : MEMO_SHARDS;
    uint64_t most = buckets / memo->shard_count * BUCKET;
    for (uint32_t i = 0; i < memo->shard_count; i++) {
        memo_shard *shard = &memo->shards[i];
        shard->most = most;
        shard->count = most < FIRST_CELLS ? most : FIRST_CELLS;
        shard->cells = corral_allocate_zeroed((size_t)shard->count, sizeof *shard->cells);
        if (!shard->cells) {
            corral_memo_clear(memo);
            return CORRAL_NO_MEMORY;
        }
    }
    return CORRAL_OK;
}

void corral_memo_clear(corral_memo *memo)
{
    for (uint32_t i = 0; i < memo->shard_count; i++)
        corral_release(memo->shards[i].cells);
    memset(memo, 0, sizeof *memo);
}

memo_size corral_memo_size(corral_memo *memo)
{
    memo_size size = {0, 0};
    for (uint32_t i = 0; i < memo->shard_count; i++) {
        memo_shard *shard = &memo->shards[i];
        corral_spin_lock(&shard->lock);
        size.entries += shard->used;
        size.bytes += shard->count * sizeof(memo_cell);
        corral_spin_unlock(&shard->lock);
    }
    return size;
}

static memo_cell *bucket_of(const memo_shard *shard, uint64_t low)
{
    return shard->cells + (low & (shard->count - 1) & ~(uint64_t)(BUCKET - 1));
}

/* The value of a key, 0: it is not there. */
static uint64_t get(const memo_shard *shard, set_hash key)
{
    const memo_cell *cell = bucket_of(shard, key.low);
    for (int i = 0; i < BUCKET; i++)
        if (cell[i].key == key.low && cell[i].value >> TAG_SHIFT == key.high >> TAG_SHIFT && cell[i].value)
            return cell[i].value;
    return 0;
}

bool corral_memo_find(corral_memo *memo, set_hash key, memo_entry *entry)
{
    if (!memo->shard_count)
        return false;
    memo_shard *shard = &memo->shards[key.high & (memo->shard_count - 1)];
    corral_spin_lock(&shard->lock);
    uint64_t value = get(shard, key);
    corral_spin_unlock(&shard->lock);
    if (!value)
        return false;
    entry->lower = (int64_t)(value & BOUND_MASK);
    if ((value & BOUND_MASK) == BOUND_MASK && value & EXACT)
        entry->lower = CORRAL_FORBIDDEN;
    entry->exact = value & EXACT;
    entry->two_level = value & TWO_LEVEL;
    return true;
}

/* The largest sets are worth most; beyond 16 by their logarithm. */
static uint64_t worth_of(uint32_t size)
{
    uint32_t worth = size < 16 ? size : 16;
    for (; size >= 32 && worth < MOST_WORTH; size /= 2)
        worth++;
    return worth;
}

static void put(memo_shard *shard, uint64_t low, uint64_t value)
{
    memo_cell *cell = bucket_of(shard, low), *least = NULL;
    for (int i = 0; i < BUCKET; i++) {
        uint64_t held = cell[i].value;
        if (held && cell[i].key == low && held >> TAG_SHIFT == value >> TAG_SHIFT) {
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
    shard->used += !least->value;
    *least = (memo_cell){.key = low, .value = value};
}

static void grow(memo_shard *shard)
{
    memo_shard larger = *shard;
    larger.count = 4 * shard->count <= shard->most ? 4 * shard->count : shard->most;
    larger.used = 0;
    larger.cells = corral_allocate_zeroed((size_t)larger.count, sizeof *larger.cells);
    if (!larger.cells) {
        shard->most = shard->count;
        return;
    }
    for (uint64_t i = 0; i < shard->count; i++)
        if (shard->cells[i].value)
            put(&larger, shard->cells[i].key, shard->cells[i].value);
    corral_release(shard->cells);
    *shard = larger;
}

void corral_memo_store(corral_memo *memo, set_hash key, memo_entry entry, uint32_t worth)
{
    if (!memo->shard_count)
        return;
    memo_shard *shard = &memo->shards[key.high & (memo->shard_count - 1)];
    uint64_t bound = (uint64_t)entry.lower, flags = PRESENT | (entry.two_level ? TWO_LEVEL : 0);
    if (entry.exact && (bound < BOUND_MASK || entry.lower == CORRAL_FORBIDDEN))
        flags |= EXACT;
    if (bound >= BOUND_MASK)
        bound = flags & EXACT ? BOUND_MASK : BOUND_MASK - 1;
    corral_spin_lock(&shard->lock);
    put(shard, key.low, bound | flags | worth_of(worth) << WORTH_SHIFT | key.high >> TAG_SHIFT << TAG_SHIFT);
    if (shard->count < shard->most && shard->used * 5 > shard->count * 3)
        grow(shard);
    corral_spin_unlock(&shard->lock);
}
