/* Memory: the allocator itself, and every function that allocates when there is none left. That failed calls leak
   nothing is for the sanitizers and valgrind to see. */

#include "memory.h"

#include "calls.h"
#include "check.h"

#include <string.h>

static bool is_aligned(const void *block)
{
    return (uintptr_t)block % MEMORY_ALIGNMENT == 0;
}

static void test_blocks(void)
{
    check_about("");
    for (size_t size = 0; size < 200; size++) {
        uint8_t *block = corral_allocate(size, 1), *zeroed = corral_allocate_zeroed(1, size);
        CHECK(block && zeroed && is_aligned(block) && is_aligned(zeroed));
        memset(block, 1, size);
        for (size_t i = 0; i < size; i++)
            CHECK(zeroed[i] == 0);
        uint8_t *grown = corral_grow(block, size, 2 * size + 1, 3);
        CHECK(grown && is_aligned(grown));
        for (size_t i = 0; i < size; i++)
            CHECK(grown[i] == 1);
        memset(grown, 2, (2 * size + 1) * 3);
        corral_release(grown);
        corral_release(zeroed);
    }
    corral_release(corral_grow(NULL, 0, 3, 8));
    corral_release(NULL);
}

/* Sizes that overflow, or would with the bytes that alignment takes. */
static void test_absurd_sizes(void)
{
    static const size_t sizes[][2] = {
        {SIZE_MAX, 1}, {1, SIZE_MAX}, {SIZE_MAX / 2, 1},        {SIZE_MAX / 2 + 2, 2},
        {SIZE_MAX, 8}, {8, SIZE_MAX}, {SIZE_MAX, SIZE_MAX - 1}, {(size_t)1 << (sizeof(size_t) * 4), SIZE_MAX},
    };
    uint8_t *kept = corral_allocate(1, 1);
    check_about("");
    if (!CHECK(kept))
        return;
    *kept = 7;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CHECK(!corral_allocate(sizes[i][0], sizes[i][1]));
        CHECK(!corral_allocate_zeroed(sizes[i][0], sizes[i][1]));
        CHECK(!corral_grow(kept, 1, sizes[i][0], sizes[i][1]));
    }
    CHECK(*kept == 7);
    corral_release(kept);
}

#ifdef CORRAL_FAILING_ALLOC

/* Let the allocation number 0, 1, 2 .. fail, until the call needs no more; in haste, one in five of the later ones. */
static void test_call(const call *tested)
{
    corral_status status = CORRAL_NO_MEMORY;
    long granted = 0;
    check_about(tested->name);
    for (; status == CORRAL_NO_MEMORY; granted += check_quick() && granted > 20 ? 5 : 1) {
        corral_allocations_left = granted;
        status = tested->run(NULL);
        corral_allocations_left = -1;
    }
    CHECK(status == CORRAL_OK);
    CHECK((granted > 1) == tested->allocates);
}

static void test_calls(void)
{
    calls_begin();
    for (int i = 0; i < call_count; i++)
        test_call(&calls[i]);
    calls_end();
}

#else

static void test_calls(void)
{
    puts("SKIPPED: failing allocations, the core was built without CORRAL_FAILING_ALLOC");
}

#endif

int main(void)
{
    test_blocks();
    test_absurd_sizes();
    test_calls();
    return check_end();
}
