/* The hashes of the search: of numbers, and of sets of them. */

#ifndef CORRAL_HASH_H
#define CORRAL_HASH_H

#include <stdint.h>

/* 128 bits, as good as random. A set is known by the sum of the hashes of its elements. */
typedef struct set_hash {
    uint64_t high;
    uint64_t low;
} set_hash;

/* Mixes bits: a bijection of 64-bit numbers after which any bits may serve as a hash. */
static inline uint64_t corral_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

static inline set_hash corral_element_hash(uint64_t element)
{
    uint64_t x = corral_mix(element + 0x9e3779b97f4a7c15u);
    uint64_t y = x * 0xbf58476d1ce4e5b9u;
    y ^= y >> 31;
    return (set_hash){.high = y * 0x94d049bb133111ebu, .low = x};
}

static inline void corral_hash_add(set_hash *sum, uint64_t element)
{
    set_hash hash = corral_element_hash(element);
    sum->high += hash.high;
    sum->low += hash.low;
}

#endif
