/* Draws that depend on a seed and on what was asked and answered before, and on nothing else: a seed is one strategy,
   the same on every machine.

   A draw is a hash: of the seed, then of the steps from the last one back to the first, each its guess and then the
   class of its answer. Every value is mixed in by the generator splitmix64 (Steele, Lea and Flood 2014), which takes
   any two values apart. The numbers of answers are above all numbers of guesses, so they are not taken for each other.
   corral.reference.draw does the same. */

#ifndef CORRAL_DRAW_H
#define CORRAL_DRAW_H

#include "portability.h"

static inline uint64_t draw_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static inline uint64_t draw_begin(uint64_t seed)
{
    return draw_mix(seed);
}

static inline uint64_t draw_step(uint64_t hash, uint32_t guess, uint8_t label)
{
    return draw_mix(draw_mix(hash ^ guess) ^ ((uint64_t)label + 1) << 32);
}

/* A place among so many: those of the high bits, which differ in their chances by no more than one in 2^32. */
static inline uint32_t draw_place(uint64_t hash, uint32_t count)
{
    uint64_t low;
    return (uint32_t)multiply_64(hash, count, &low);
}

#endif
