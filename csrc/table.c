#include "codes.h"
#include "memory.h"

#include <string.h>

/* The whole table, row by row: class = by_total[total] + by_bulls[bulls]. Guesses with the same symbols have the same
   totals, so the first addend is kept as a row for each multiset of symbols: 210 rows for the 5040 codes of 4 of 10
   symbols. */

/* Rows of the table between two polls. */
enum { BATCH = 64 };

typedef struct table_maker {
    const corral_codes *codes;
    symbol_rows rows;
    uint8_t **totals_of; /* by multiset of symbols: its row, or NULL so far */
} table_maker;

/* The row of totals of a guess, made at its first use. NULL without memory. */
static uint8_t *totals_row(table_maker *maker, const uint8_t *guess)
{
    const corral_codes *codes = maker->codes;
    uint8_t **row = &maker->totals_of[codes->rule.bulls_only ? 0 : corral_multiset(codes, guess)];
    if (!*row) {
        *row = corral_allocate(codes->pitch, 1);
        if (*row)
            codes->kernels->total_row(&maker->rows, guess, codes->classes.by_total, *row);
    }
    return *row;
}

static corral_status fill(table_maker *maker, uint8_t *out, const corral_poll *poll)
{
    enum { STREAMED_BYTES = 1 << 20 }; /* smaller tables stay in the caches */
    const corral_codes *codes = maker->codes;
    uint32_t count = codes->count;
    bool stream = (uint64_t)count * count >= STREAMED_BYTES;
    for (uint32_t first = 0; first < count; first += BATCH) {
        uint8_t guesses[BATCH][CORRAL_MAX_PLACES];
        const uint8_t *totals[BATCH];
        uint32_t used = count - first < BATCH ? count - first : BATCH;
        for (uint32_t i = 0; i < used; i++) {
            corral_code_at(codes, first + i, guesses[i]);
            totals[i] = totals_row(maker, guesses[i]);
            if (!totals[i])
                return CORRAL_NO_MEMORY;
        }
        codes->kernels->table_rows(&maker->rows, guesses[0], totals, codes->classes.by_bulls, used,
                                   out + (size_t)first * count, stream);
        if (poll && poll->stop(poll->context, first + used, count))
            return CORRAL_STOPPED;
    }
    return CORRAL_OK;
}

corral_status corral_table(const corral_codes *codes, uint8_t *out, const corral_poll *poll)
{
    table_maker maker = {.codes = codes, .rows = {.places = codes->rule.places, .count = codes->count}};
    memcpy(maker.rows.digits, codes->digits, sizeof maker.rows.digits);
    uint32_t multisets = corral_multiset_count(codes);
    maker.totals_of = corral_allocate_zeroed(multisets, sizeof *maker.totals_of);
    if (!maker.totals_of)
        return CORRAL_NO_MEMORY;
    corral_status status = fill(&maker, out, poll);
    for (uint32_t i = 0; i < multisets; i++)
        corral_release(maker.totals_of[i]);
    corral_release(maker.totals_of);
    return status;
}
