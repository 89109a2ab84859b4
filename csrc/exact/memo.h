/* What is known of sets of candidates, for any number of threads. */

#ifndef CORRAL_MEMO_H
#define CORRAL_MEMO_H

#include "corral.h"
#include "hash.h"
#include "threads.h"

typedef struct memo_entry {
    int64_t lower;   /* no tree costs less */
    bool exact;      /* and one costs that */
    bool two_level;  /* `lower` contains the bound by two guesses */
} memo_entry;

typedef struct memo_cell {
    uint64_t key;
    uint64_t value; /* 0: empty */
} memo_cell;

typedef struct memo_shard {
    corral_spinlock lock;
    memo_cell *cells;
    uint64_t count; /* a power of two */
    uint64_t most;  /* it grows to that */
    uint64_t used;
} memo_shard;

enum { MEMO_SHARDS = 64 };

typedef struct corral_memo {
    memo_shard shards[MEMO_SHARDS];
    uint32_t shard_count; /* a power of two; 0: nothing is kept */
} corral_memo;

typedef struct memo_size {
    uint64_t entries;
    uint64_t bytes;
} memo_size;

/* Up to so many bytes. */
corral_status corral_memo_make(corral_memo *memo, uint64_t bytes);
void corral_memo_clear(corral_memo *memo);
memo_size corral_memo_size(corral_memo *memo);

bool corral_memo_find(corral_memo *memo, set_hash key, memo_entry *entry);
/* Keep an entry if there is no better one of the set. `worth` decides which set makes room: the size of the set. */
void corral_memo_store(corral_memo *memo, set_hash key, memo_entry entry, uint32_t worth);

#endif
