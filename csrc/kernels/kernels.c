#include "kernels.h"

#include "../portability.h"

int corral_kernel_width(int places)
{
    return places <= 4 ? 4 : places <= 6 ? places : places <= 8 ? 8 : MAX_WIDTH;
}

/* Per pair: a batch of hits and as many planes, of one bit a lane, and sizes, of one byte; for 512 lanes. */
size_t corral_lanes_scratch(int width)
{
    size_t pairs = (size_t)((width + 1) * (width + 2) / 2);
    return (pairs + 1) * (8 * 64 + 8 * 64 + 512);
}

/* Up to 6 planes for each candidate, for 512 lanes. */
size_t corral_vertical_scratch(uint32_t candidates)
{
    return (size_t)candidates * 6 * 64;
}

const corral_kernels *corral_kernels_of(corral_level level)
{
#if CORRAL_X86
    switch (level) {
    case CORRAL_POPCNT:
        return &corral_kernels_popcnt;
    case CORRAL_AVX2:
        return &corral_kernels_avx2;
    case CORRAL_AVX512:
        return &corral_kernels_avx512;
    default:
        break;
    }
#endif
    (void)level;
    return &corral_kernels_portable;
}
