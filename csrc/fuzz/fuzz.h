/* Calls of the whole API as an input says: random bytes (random.c), or bytes that libFuzzer makes of earlier ones to
   reach new code (guided builds). An input decides everything, so one that fails can be run again alone.

   Arguments are inside the contract, or outside of it where the header promises a status. In any call an allocation
   may fail, and the poll may stop it. What is checked: the status is one that is promised, what a failed call gives is
   left alone, results are those of plain code, and of other calls. Each array is a block of memory of its own, so the
   address sanitizer sees what reads or writes beyond it. */

#ifndef CORRAL_FUZZ_H
#define CORRAL_FUZZ_H

#include "check.h"
#include "corral.h"
#include "reference.h"

typedef struct fuzz_input {
    const uint8_t *at, *end;
    long patience, asked; /* of the call in progress */
    bool fails;           /* may its allocations fail? */
    bool told_to_stop;
    corral_poll poll;
    corral_solver *watched; /* the poll asks for its stats */
} fuzz_input;

/* Everything that an input says; aborts if a check fails. */
void fuzz_run(const uint8_t *bytes, size_t size);

/* Is there more to be done? */
bool fuzz_more(const fuzz_input *in);
/* A number below the limit; 0 where the input has ended. */
uint64_t fuzz_draw(fuzz_input *in, uint64_t limit);
/* True once in so many times. */
bool fuzz_once_in(fuzz_input *in, uint64_t times);

/* Before a call: shall an allocation fail, shall the poll stop it? The poll is NULL at times. `hasty`: it stops
   at last, as the call may take too long. */
const corral_poll *fuzz_begin(fuzz_input *in, bool hasty);
/* After it: CORRAL_INVALID if and only if the arguments are no good, if nothing else came first; others are
   promised. */
corral_status fuzz_end(fuzz_input *in, corral_status status, bool valid, bool others);

/* A level that this machine runs. */
corral_level fuzz_level(fuzz_input *in);
/* A game of few codes, which lives on; of `codes` at most, which are 36 or more. */
const reference *fuzz_game(fuzz_input *in, uint32_t codes);
/* Up to `most` numbers, below the limit unless *valid says otherwise. */
uint32_t *fuzz_numbers(fuzz_input *in, uint32_t limit, uint32_t most, uint32_t *count, bool *valid);
/* Up to `most` of them, ascending and below the limit; at least one. */
uint32_t *fuzz_ascending(fuzz_input *in, uint32_t limit, uint32_t most, uint32_t *count);
/* A matrix as it should be, whose table is for free(). */
corral_matrix fuzz_matrix(fuzz_input *in);
/* round(n log2 n * 2^32) of small n. */
const uint64_t *fuzz_nlogn(void);

/* Room for the scores that are wanted of so many guesses, some left out. */
corral_scores fuzz_scores(fuzz_input *in, uint32_t count);
void fuzz_scores_free(corral_scores *scores);
/* Are they what these candidates make of guess number i of the scores, which has the row of the table? */
bool fuzz_scored(const corral_scores *scores, uint32_t i, const uint8_t *row, const uint32_t *candidates,
                 uint32_t count);
/* Is it the split of the candidates (NULL: all) by the row? */
bool fuzz_is_split(const uint8_t *row, const uint32_t *candidates, uint32_t count, const uint32_t *out,
                   const uint32_t *sizes, uint32_t classes);

void fuzz_rules(fuzz_input *in);
void fuzz_pegs(fuzz_input *in);
void fuzz_matrices(fuzz_input *in);
void fuzz_words(fuzz_input *in);
void fuzz_solver(fuzz_input *in);

#endif
