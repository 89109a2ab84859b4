/* What the processor can do. The compilers' own probes are not used: some forget to ask whether the operating system
   saves the wide registers, so cpuid and XCR0 are read here. */

#include "corral.h"
#include "portability.h"

#if CORRAL_X86

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static void cpuid(unsigned leaf, unsigned registers[4])
{
    __cpuidex((int *)registers, (int)leaf, 0);
}
static uint64_t saved_state(void)
{
    return _xgetbv(0);
}
#else
#include <cpuid.h>
static void cpuid(unsigned leaf, unsigned registers[4])
{
    __cpuid_count(leaf, 0, registers[0], registers[1], registers[2], registers[3]);
}
static uint64_t saved_state(void)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}
#endif

enum { EBX = 1, ECX = 2, EDX = 3 };

corral_level corral_best_level(void)
{
    unsigned leaf[4];
    cpuid(0, leaf);
    unsigned leaves = leaf[0];
    cpuid(1, leaf);
    bool popcnt = leaf[ECX] >> 23 & 1, osxsave = leaf[ECX] >> 27 & 1, avx = leaf[ECX] >> 28 & 1;
    if (!popcnt)
        return CORRAL_PORTABLE;
    if (leaves < 7 || !osxsave || !avx)
        return CORRAL_POPCNT;
    uint64_t state = saved_state();
    bool ymm_saved = (state & 0x06) == 0x06, zmm_saved = (state & 0xe6) == 0xe6;
    cpuid(7, leaf);
    bool avx2 = leaf[EBX] >> 5 & 1;
    /* AVX-512: F, DQ, BW, VL, and VPOPCNTDQ */
    bool avx512 = (leaf[EBX] >> 16 & 1) && (leaf[EBX] >> 17 & 1) && (leaf[EBX] >> 30 & 1) && (leaf[EBX] >> 31 & 1) &&
                  (leaf[ECX] >> 14 & 1);
    if (!ymm_saved || !avx2)
        return CORRAL_POPCNT;
    return zmm_saved && avx512 ? CORRAL_AVX512 : CORRAL_AVX2;
}

#else

corral_level corral_best_level(void)
{
    return CORRAL_PORTABLE;
}

#endif

const char *corral_level_name(corral_level level)
{
    static const char *const names[CORRAL_LEVELS] = {"portable", "popcnt", "avx2", "avx512"};
    return (unsigned)level < CORRAL_LEVELS ? names[level] : "unknown";
}
