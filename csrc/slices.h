/* Lists of codes turned by 90 degrees: one bitmap over the list for each property that feedback depends on.

   A code has two tokens a place: (place, symbol), and (symbol, how often it stands further left). Two codes share as
   many tokens of the first kind as they have bulls, and as many of the second kind as bulls and cows, for the
   second kind is the multiset of symbols written as a set. So the feedback between one code and 64 (128, 256, 512)
   codes of a list at once comes from adding up the bitmaps of its tokens, one bit lane a code, without any table. It
   serves both ways: lanes of candidates for one guess (many candidates), lanes of guesses for one candidate (few).

   With bulls alone the second kind repeats the first: totals equal bulls.

   Codes come in blocks of 512, the bitmaps of a block side by side: a block of 4 places and 10 symbols is 3 KB and
   stays in the fastest cache, and no power of two lies between the bitmaps. */

#ifndef CORRAL_SLICES_H
#define CORRAL_SLICES_H

#include "codes.h"

enum { SLICE_LANES = 512, SLICE_WORDS = SLICE_LANES / 64 };

typedef struct corral_slices {
    uint32_t count;  /* codes; the lanes behind them are zero */
    uint32_t blocks;
    uint32_t tokens; /* bitmaps a block; the last one is empty, for the places that a kernel has and the game has not */
    uint64_t *bits;  /* bits[(block * tokens + token) * SLICE_WORDS + word] */
} corral_slices;

/* NULL numbers: all codes. */
corral_status corral_slices_make(corral_slices *slices, const corral_codes *codes, const uint32_t *numbers,
                                 uint32_t count, const corral_poll *poll);
void corral_slices_clear(corral_slices *slices);

/* How many tokens there are, the last one being that of no code. */
uint32_t corral_token_count(const corral_rule *rule);

/* The tokens of a code of either kind, as many as the kernel is wide. */
void corral_first_tokens(const corral_codes *codes, uint32_t number, uint16_t *tokens);
void corral_second_tokens(const corral_codes *codes, uint32_t number, uint16_t *tokens);

#endif
