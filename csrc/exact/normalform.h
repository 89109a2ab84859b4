/* A name for a set of codes that sets which a symmetry of the game maps to each other mostly share. */

#ifndef CORRAL_NORMALFORM_H
#define CORRAL_NORMALFORM_H

#include "codes.h"
#include "hash.h"

enum { NORMAL_FORM_MAX = 1024 };

/* The hash of a set, as a sum over its codes; a code is its symbols read as a number. */
set_hash corral_set_hash(const corral_codes *codes, const uint32_t *set, uint32_t count);
/* The hash of an image of the set, of up to NORMAL_FORM_MAX codes, under a symmetry. */
set_hash corral_normal_hash(const corral_codes *codes, const uint32_t *set, uint32_t count);

#endif
