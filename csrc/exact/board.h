/* The game as the search sees it: guesses, secrets and the class of every pair. */

#ifndef CORRAL_BOARD_H
#define CORRAL_BOARD_H

#include "codes.h"
#include "corral.h"

#define NO_CODE UINT32_MAX

typedef struct corral_board {
    const corral_codes *codes;   /* a peg game, */
    const corral_matrix *matrix; /* or any other */
    const corral_kernels *kernels;
    uint32_t guesses;
    uint32_t secrets;
    uint32_t classes;
    bool consistent;
    bool has_words;          /* do sets carry code_words? */
    const uint64_t *weights; /* by secret; NULL: 1 each */
    uint32_t *found;         /* matrix: by guess, the secret it wins against, or NO_CODE */
    uint32_t *finder;        /* matrix: by secret, the first guess that wins against it */
    uint32_t *next_finder;   /* matrix: by guess, the next that wins against the same secret, or NO_CODE */
} corral_board;

/* Candidates, heaviest first. */
typedef struct code_set {
    const uint32_t *codes;
    const code_words *words; /* where the board has them */
    uint32_t count;
    uint64_t weight;   /* of all */
    uint64_t heaviest; /* of one */
} code_set;

/* CORRAL_INVALID unless every secret has a guess that wins against it and no guess wins twice. */
corral_status corral_board_make(corral_board *board, const corral_position *position, const corral_poll *poll);
void corral_board_clear(corral_board *board);

static inline uint64_t corral_weight(const corral_board *board, uint32_t secret)
{
    return board->weights ? board->weights[secret] : 1;
}

code_words corral_words_of(const corral_codes *codes, uint32_t number);

/* out[i] = the class of the guess and candidate i. */
void corral_board_classify(const corral_board *board, const code_set *set, uint32_t guess, uint8_t *out);

/* tell_apart of the kernels, for guesses that win against a candidate; *which gets the guess. `classes` is scratch, a
   byte a candidate. */
int corral_board_tell_apart(const corral_board *board, const code_set *set, uint8_t *classes, uint32_t *which);

/* The tokens of the candidates of a peg game, as the kernels read them: 2 * width each. */
void corral_board_tokens(const corral_board *board, const code_set *set, uint16_t *tokens);

#endif
