/* Everything that depends on the compiler. */

#ifndef CORRAL_PORTABILITY_H
#define CORRAL_PORTABILITY_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define CORRAL_X86 1
#else
#define CORRAL_X86 0
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define ALWAYS_INLINE static __forceinline
#define RESTRICT __restrict
#define UNROLL
#define PREFETCH(address) ((void)(address))
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define RESTRICT restrict
#define PREFETCH(address) __builtin_prefetch(address)
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#endif

/* Everything between TARGET_BEGIN and TARGET_END may use the named instruction sets. The headers of the intrinsics
   must be included before. MSVC takes intrinsics everywhere. */
#define CORRAL_STRING(x) #x
#if defined(__clang__)
#define TARGET_BEGIN(sets) \
    _Pragma(CORRAL_STRING(clang attribute push(__attribute__((target(sets))), apply_to = function)))
#define TARGET_END _Pragma("clang attribute pop")
#elif defined(__GNUC__)
#define TARGET_BEGIN(sets) _Pragma("GCC push_options") _Pragma(CORRAL_STRING(GCC target(sets)))
#define TARGET_END _Pragma("GCC pop_options")
#else
#define TARGET_BEGIN(sets)
#define TARGET_END
#endif

/* The number of the lowest bit that is set; there is one. */
static inline uint32_t lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(bits);
#elif defined(_M_X64) || defined(_M_ARM64)
    unsigned long n;
    _BitScanForward64(&n, bits);
    return n;
#else
    uint32_t n = 0;
    for (; !(bits & 1); bits >>= 1)
        n++;
    return n;
#endif
}

/* How many bits are set. */
static inline uint32_t bit_count(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(bits * 0x0101010101010101u >> 56);
}

/* The full product of two 64-bit numbers; *low gets its lower half. */
static inline uint64_t multiply_64(uint64_t a, uint64_t b, uint64_t *low)
{
    uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    uint64_t middle = (p00 >> 32) + (p01 & 0xffffffffu) + (p10 & 0xffffffffu);
    *low = (middle << 32) | (p00 & 0xffffffffu);
    return p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
}

#endif
