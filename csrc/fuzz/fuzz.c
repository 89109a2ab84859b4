#include "fuzz.h"

#include "memory.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

bool fuzz_more(const fuzz_input *in)
{
    return in->at < in->end;
}

uint64_t fuzz_draw(fuzz_input *in, uint64_t limit)
{
    uint64_t drawn = 0;
    for (uint64_t most = limit - 1; most && in->at < in->end; most >>= 8)
        drawn = drawn << 8 | *in->at++;
    return drawn % limit;
}

bool fuzz_once_in(fuzz_input *in, uint64_t times)
{
    return fuzz_draw(in, times) == times - 1; /* not where the input has ended */
}

static bool ask(void *context, uint64_t done, uint64_t total)
{
    fuzz_input *in = context;
    CHECK(in->watched || done <= total);
    CHECK(!in->told_to_stop);
    if (in->watched) {
        corral_solver_stats stats;
        corral_solver_get_stats(in->watched, &stats);
        CHECK(done <= stats.nodes && stats.lower <= stats.value);
    }
    return in->told_to_stop = in->asked++ == in->patience;
}

const corral_poll *fuzz_begin(fuzz_input *in, bool hasty)
{
    enum { MANY_ASKS = 13 };
    const uint64_t kind = fuzz_draw(in, 8);
    in->asked = 0;
    in->told_to_stop = false;
    in->patience = kind == 7 ? (long)fuzz_draw(in, 8) : hasty ? MANY_ASKS : -1;
    in->poll = (corral_poll){.stop = ask, .context = in};
    in->fails = kind == 5 || kind == 6;
    if (in->fails)
        corral_allocations_left = (long)fuzz_draw(in, kind == 5 ? 8 : 200);
    return hasty || kind > 1 ? &in->poll : NULL;
}

corral_status fuzz_end(fuzz_input *in, corral_status status, bool valid, bool others)
{
    corral_allocations_left = -1;
    switch (status) {
    case CORRAL_OK:
        CHECK(valid && !in->told_to_stop);
        break;
    case CORRAL_NO_MEMORY:
        CHECK(in->fails);
        break;
    case CORRAL_INVALID:
        CHECK(!valid);
        break;
    case CORRAL_STOPPED:
        CHECK(in->told_to_stop);
        break;
    default:
        CHECK(others);
    }
    return status;
}

corral_level fuzz_level(fuzz_input *in)
{
    static corral_level best = CORRAL_LEVELS; /* asked once, that takes long */
    if (best == CORRAL_LEVELS)
        best = corral_best_level();
    return (corral_level)(fuzz_draw(in, 4) % ((uint64_t)best + 1));
}

void fuzz_run(const uint8_t *bytes, size_t size)
{
    static void (*const parts[])(fuzz_input *) = {fuzz_solver, fuzz_rules,  fuzz_pegs,   fuzz_matrices,
                                                  fuzz_words,  fuzz_solver, fuzz_solver, fuzz_pegs};
    fuzz_input in = {.at = bytes, .end = bytes + size};
    parts[fuzz_draw(&in, 8)](&in);
    if (check_end()) {
        fflush(stdout);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_run(bytes, size);
    return 0;
}
