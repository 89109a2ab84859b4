/* What the tests of corral_score share: guesses and candidates with their answers, and room for scores. */

#ifndef CORRAL_SCORING_H
#define CORRAL_SCORING_H

#include "reference.h"

enum {
    ANSWERS = (CORRAL_MAX_PLACES + 1) * (CORRAL_MAX_PLACES + 1), /* numbers of pairs of bulls and cows */
    MOST_CANDIDATES = 1300,
};

/* The number of the pair of bulls and cows. */
uint8_t answer_number(const corral_rule *rule, const uint8_t *guess, const uint8_t *secret);
/* Up to so many different codes in random order; all, if there are no more. */
uint32_t *random_codes(uint32_t all, uint32_t *count);
/* n log n for n = 0 .. count. */
uint64_t *nlogn_up_to(uint32_t count);

/* A game at the level under test, some of its codes as candidates, some as guesses, and what these are answered. */
typedef struct field {
    corral_rule rule;
    corral_codes *codes;
    const uint64_t *nlogn;
    uint32_t candidate_count, guess_count;
    uint32_t *candidates; /* distinct, in no order */
    uint32_t *guesses;    /* in no order, with repetitions */
    uint8_t *answers;     /* answers[guess * candidate_count + candidate] */
} field;

field field_of(const corral_rule *rule, uint32_t candidates, uint32_t guesses, const uint64_t *nlogn);
void field_free(field *f);

/* Room for the scores of so many guesses and one more, which must stay as it is. */
typedef struct room {
    corral_scores scores;
} room;

room room_for(uint32_t count);
void room_free(room *made);
/* Are the scores of a guess still as the room was made? */
bool untouched(const corral_scores *scores, uint32_t guess);
bool same_scores(const corral_scores *found, uint32_t guess, const score *expected);

#endif
