/* What the tests of the parts of the exact search share: symmetries of games, cost schedules, and sums over all ways to
   divide. None of it is fast, nor meant to be. */

#ifndef CORRAL_EXACT_UNITS_H
#define CORRAL_EXACT_UNITS_H

#include "corral.h"
#include "reference.h"

/* image[i] = symbol[code[place[i]]]. Places and symbols are permuted; without a leading zero the first place and symbol
   0 stay. */
typedef struct plain_symmetry {
    uint8_t place[CORRAL_MAX_PLACES];
    uint8_t symbol[CORRAL_MAX_SYMBOLS];
} plain_symmetry;

/* All symmetries of a rule have numbers below this, which must fit 64 bits. */
uint64_t symmetry_count(const corral_rule *rule);
plain_symmetry numbered_symmetry(const corral_rule *rule, uint64_t number);
plain_symmetry random_symmetry(const corral_rule *rule);

/* The codes of a small game, and back from symbols to numbers. */
typedef struct plain_codes {
    corral_rule rule;
    uint32_t count;
    uint8_t (*codes)[CORRAL_MAX_PLACES];
    uint32_t *numbers; /* by the symbols read as a number to the base `symbols` */
} plain_codes;

plain_codes plain_codes_of(const corral_rule *rule);
void plain_codes_free(plain_codes *game);

/* The number of the image of a code, in a small game or in any. */
uint32_t image_of(const plain_codes *game, const plain_symmetry *s, uint32_t code);
uint32_t image_of_code(const corral_rule *rule, const plain_symmetry *s, uint32_t code);

enum { MOST_ASKED = 6 };

typedef struct unit_history {
    uint32_t asked[MOST_ASKED];
    uint32_t count;
} unit_history;

/* By code, the smallest that symmetries make of it which map each guess of a history to itself. */
typedef struct orbits {
    plain_codes plain;
    uint32_t *smallest;
    uint32_t *by_symbols; /* by those alone that leave the places where they are */
} orbits;

orbits orbits_of(const corral_rule *rule);
void orbits_free(orbits *o);
void fill_orbits(orbits *o, const unit_history *history);

/* The same for one code, in games with too many symmetries: all permutations of the places are tried. */
uint32_t smallest_image(const corral_rule *rule, const unit_history *history, uint32_t code);

enum { MOST_UNIT_STEPS = 10 };

typedef struct unit_steps {
    int64_t steps[MOST_UNIT_STEPS];
    uint32_t count;
} unit_steps;

/* A schedule of any kind; steps that are not forbidden are `most` at most. */
unit_steps draw_steps(int64_t most);

/* a + b, at most CORRAL_FORBIDDEN. */
int64_t plain_sum(int64_t a, int64_t b);

/* The least sums of a function over all ways to divide n: into k parts or fewer, and the same without leaving n whole.
   f(0) = 0 is not asked for. */
enum { DIVIDED = 64, MOST_PARTS = 14 };
typedef struct divisions {
    int64_t at_most[MOST_PARTS + 1][DIVIDED];
    int64_t split[MOST_PARTS + 1][DIVIDED];
} divisions;

/* The sums of n, after those of all that is less: first `split`, which does not read f[n], then `at_most`. */
void split_all(divisions *d, const int64_t *f, uint32_t n);
void divide_all(divisions *d, const int64_t *f, uint32_t n);

/* The least cost of a tree for so many secrets of these weights, of all trees there are, if a guess parts those that it
   does not find into classes - 1 parts or fewer. */
enum { WEIGHED = 7 };
int64_t cheapest_tree(const unit_steps *steps, const uint64_t weights[WEIGHED], uint32_t classes);

#endif
