/* Memory, aligned for every vector type. */

#ifndef CORRAL_MEMORY_H
#define CORRAL_MEMORY_H

#include <stddef.h>

enum { MEMORY_ALIGNMENT = 64 };

/* NULL if there is none, or if count * size overflows; at least a byte otherwise. */
void *corral_allocate(size_t count, size_t size);
void *corral_allocate_zeroed(size_t count, size_t size);
/* Grow to count * size bytes and keep the first `used` bytes; on NULL the old block is unchanged. */
void *corral_grow(void *block, size_t used, size_t count, size_t size);
void corral_release(void *block);

#ifdef CORRAL_FAILING_ALLOC
/* In test builds, the allocation that finds this at 0 fails, and all later ones; negative: none does. */
extern long corral_allocations_left;
#endif

#endif
