/* The listed codes of a rule, symbol by symbol. */

#ifndef CORRAL_CODES_H
#define CORRAL_CODES_H

#include "corral.h"
#include "kernels/kernels.h"

enum {
    ROW_ALIGNMENT = 64,
    NO_SYMBOL = 0xff, /* pads the rows; equal to no symbol of a code */
    CODES_A_POLL = 1 << 16,
};

static inline bool corral_stopped(const corral_poll *poll, uint64_t done, uint64_t total)
{
    return poll && poll->stop(poll->context, done, total);
}

struct corral_codes {
    corral_rule rule;
    corral_classes classes;
    corral_level level;
    const corral_kernels *kernels;
    uint32_t count;
    uint64_t binomials[CORRAL_MAX_SYMBOLS + CORRAL_MAX_PLACES][CORRAL_MAX_PLACES + 1]; /* [n][k] */
    uint32_t nlogn_count;
    uint64_t *nlogn; /* round(n log2 n * 2^32) for n < nlogn_count: all counts of codes, or those below 2^16 */
    size_t pitch; /* from row to row: at least ROW_ALIGNMENT symbols of padding, for reads past the end */
    uint8_t *digits[CORRAL_MAX_PLACES]; /* digits[place][code] */
};

void corral_code_at(const corral_codes *codes, uint32_t number, uint8_t code[CORRAL_MAX_PLACES]);

/* The symbols of a code, a bit each. */
uint64_t corral_symbols_of(const corral_codes *codes, uint32_t number);

/* Is the code the smallest of those that an exchange of symbols that are not used makes of it? Then those of its
   symbols appear in ascending order from left to right, without a gap. */
bool corral_in_first_appearance_order(const corral_codes *codes, uint32_t number, uint64_t used);

/* A number that codes share if and only if they have the same symbols, in whatever order; less than the number of
   multisets, C(symbols + places - 1, places). */
uint32_t corral_multiset(const corral_codes *codes, const uint8_t *code);
uint32_t corral_multiset_count(const corral_codes *codes);

#endif
