/* Positions for the tests of the exact search. Every case has a number, which alone decides what it is,
   so that one that failed can be run again alone. */

#ifndef CORRAL_EXACT_CASES_H
#define CORRAL_EXACT_CASES_H

#include "exact_steps.h"
#include "reference.h"

/* A peg game with its codes at the level under test and at the plainest one. */
typedef struct exact_game {
    reference reference;
    corral_codes *codes, *plain;
} exact_game;

exact_game game_of(const corral_rule *rule);
void game_free(exact_game *game);
corral_matrix game_matrix(const exact_game *game);

enum { MOST_GUESSES = 4 };

typedef struct exact_case {
    uint64_t number;
    const exact_game *game; /* NULL: no peg game */
    corral_matrix matrix;   /* of any game */
    corral_position position;
    uint8_t *table; /* of its own, if it is no peg game */
    uint32_t *candidates;
    uint64_t *weights;
    uint32_t history[MOST_GUESSES], opener[MOST_GUESSES];
} exact_case;

void cases_begin(void);
void cases_end(void);
void case_make(exact_case *made, uint64_t number);
void case_free(exact_case *made);

void print_numbers(const char *name, const uint32_t *list, uint32_t count);
void print_position(const corral_rule *rule, const corral_matrix *matrix, const corral_position *position);

#endif
