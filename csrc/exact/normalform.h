/* A name for a set of codes that sets which a symmetry of the game maps to each other mostly share. */

#ifndef CORRAL_NORMALFORM_H
#define CORRAL_NORMALFORM_H

#include "codes.h"
#include "memo.h"

enum { NORMAL_FORM_MAX = 1024 };

/* The hash of a set, as a sum over its codes; a code is its symbols read as a number. */
memo_key corral_set_hash(const corral_codes *codes, const uint32_t *set, uint32_t count);
/* The hash of an image of the set, of up to NORMAL_FORM_MAX codes, under a symmetry. */
memo_key corral_normal_hash(const corral_codes *codes, const uint32_t *set, uint32_t count);

/* The part of one element in the hash of a set. */
static inline memo_key corral_element_hash(uint64_t element)
{
    uint64_t x = element + 0x9e3779b97f4a7c15u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    uint64_t y = x * 0xbf58476d1ce4e5b9u;
    y ^= y >> 31;
    return (memo_key){.high = y * 0x94d049bb133111ebu, .low = x};
}

#endif
