#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

enum { PADDING = MEMORY_ALIGNMENT + sizeof(void *) };

#ifdef CORRAL_FAILING_ALLOC
long corral_allocations_left = -1;
#endif

/* C11's aligned_alloc is not everywhere, so the block that malloc gave is remembered in front of the aligned one. What
   is left behind the aligned one belongs to nobody, and the address sanitizer is told so. */
static void *align(void *block, size_t bytes)
{
    if (!block)
        return NULL;
    uintptr_t start = (uintptr_t)block + sizeof(void *);
    void *aligned = (void *)((start + MEMORY_ALIGNMENT - 1) / MEMORY_ALIGNMENT * MEMORY_ALIGNMENT);
    memcpy((char *)aligned - sizeof(void *), &block, sizeof(void *));
#ifdef __SANITIZE_ADDRESS__
    char *end = (char *)aligned + bytes - PADDING;
    ASAN_POISON_MEMORY_REGION(end, (size_t)((char *)block + bytes - end));
#endif
    (void)bytes;
    return aligned;
}

/* The bytes to ask for, or 0 if they are too many. */
static size_t padded(size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2 - PADDING) / size)
        return 0;
#ifdef CORRAL_FAILING_ALLOC
    if (corral_allocations_left == 0)
        return 0;
    if (corral_allocations_left > 0)
        corral_allocations_left--;
#endif
    return count * size + PADDING;
}

void *corral_allocate(size_t count, size_t size)
{
    size_t bytes = padded(count, size);
    return bytes ? align(malloc(bytes), bytes) : NULL;
}

void *corral_allocate_zeroed(size_t count, size_t size)
{
    size_t bytes = padded(count, size);
    return bytes ? align(calloc(bytes, 1), bytes) : NULL;
}

void *corral_grow(void *block, size_t used, size_t count, size_t size)
{
    void *grown = corral_allocate(count, size);
    if (grown && block)
        memcpy(grown, block, used);
    if (grown)
        corral_release(block);
    return grown;
}

void corral_release(void *block)
{
    if (!block)
        return;
    void *allocated;
    memcpy(&allocated, (char *)block - sizeof(void *), sizeof(void *));
    free(allocated);
}
