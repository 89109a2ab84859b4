/* Slow and plain answers to compare with. They share no code with the core, except that codes are what
   corral_unrank says (test_codespace.c) and corral_nlogn is trusted (test_nlogn.c). */

#ifndef CORRAL_REFERENCE_H
#define CORRAL_REFERENCE_H

#include "corral.h"

/* Every setting of a rule, valid or not, has a number below RULES; ascending by places, then symbols. */
enum { RULES = CORRAL_MAX_PLACES * CORRAL_MAX_SYMBOLS * 8 };
corral_rule numbered_rule(int number);
/* Is it valid, with at most so many codes? */
bool small_rule(const corral_rule *rule, uint64_t codes);

typedef struct answer {
    int bulls, cows;
} answer;

answer reference_answer(const corral_rule *rule, const uint8_t *guess, const uint8_t *secret);

/* A game of a few thousand codes at most. */
typedef struct reference {
    corral_rule rule;
    uint32_t count;
    uint8_t (*codes)[CORRAL_MAX_PLACES];
    uint8_t *table; /* table[guess * count + secret]: class numbers, ascending by bulls, then cows */
    unsigned classes;
    uint8_t bulls[CORRAL_MAX_CLASSES], cows[CORRAL_MAX_CLASSES];
} reference;

reference reference_game(const corral_rule *rule);
void reference_free(reference *game);

/* What corral_score tells, of given sizes. */
typedef struct score {
    uint32_t parts, largest;
    uint64_t squares, nlogn;
} score;

score reference_score(const uint32_t *sizes, unsigned classes, const uint64_t *nlogn);

#endif
