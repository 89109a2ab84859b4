#include "codes.h"
#include "memory.h"

#include <string.h>

/* The whole table, row by row. A class number is by_total[total] + by_bulls[bulls], and each of the two is shared:

   - Guesses with the same symbols have the same totals, so the first addend is kept as a row for each multiset of
     symbols: 210 rows for the 5040 codes of 4 of 10 symbols.
   - Guesses that follow each other in game order differ at their last place, and seldom further left, so the bulls of
     all beginnings of the current guess are kept as rows: the last place is all that a new row usually adds.

   What is left for a cell is three loads, a comparison, a look-up and two additions, whatever the number of places. */

typedef struct table_maker {
    const corral_codes *codes;
    symbol_rows rows;
    uint8_t **totals; /* by multiset of symbols: its row, NULL before its first use */
    uint8_t *bulls;   /* the row of place i: bulls of the current guess at places 0 .. i - 1 */
} table_maker;

/* The row of totals of a guess; NULL without memory. With bulls alone it is zero for all. */
static const uint8_t *totals_of(table_maker *m, const uint8_t *guess)
{
    const corral_codes *codes = m->codes;
    uint8_t **row = &m->totals[codes->rule.bulls_only ? 0 : corral_multiset(codes, guess)];
    if (!*row) {
        *row = corral_allocate(codes->pitch, 1);
        if (*row)
            codes->kernels->total_row(&m->rows, guess, codes->classes.by_total, *row);
    }
    return *row;
}

static corral_status fill(table_maker *m, uint8_t *out, const corral_poll *poll)
{
    enum { ROWS_A_POLL = 16, STREAMED_BYTES = 1 << 20 }; /* smaller tables stay in the caches */
    const corral_codes *codes = m->codes;
    const int last = codes->rule.places - 1;
    uint32_t count = codes->count;
    table_writer writer = {.next = out, .stream = (uint64_t)count * count >= STREAMED_BYTES};
    uint8_t guess[CORRAL_MAX_PLACES], before[CORRAL_MAX_PLACES];
    memset(before, NO_SYMBOL, sizeof before);
    memset(m->bulls, 0, codes->pitch);
    corral_status status = CORRAL_OK;
    for (uint32_t number = 0; number < count && !status; number++) {
        corral_code_at(codes, number, guess);
        int place = 0;
        while (place < last && guess[place] == before[place])
            place++;
        for (; place < last; place++)
            codes->kernels->bulls_row(count, codes->digits[place], guess[place],
                                      m->bulls + (size_t)place * codes->pitch, m->bulls + (size_t)(place + 1) * codes->pitch);
        table_row row = {.places = codes->rule.places,
                         .count = count,
                         .before = m->bulls + (size_t)last * codes->pitch,
                         .symbols = codes->digits[last],
                         .symbol = guess[last],
                         .totals = totals_of(m, guess),
                         .by_bulls = codes->classes.by_bulls};
        if (!row.totals) {
            status = CORRAL_NO_MEMORY;
            break;
        }
        codes->kernels->table_row(&writer, &row);
        if (number % ROWS_A_POLL == 0 && corral_stopped(poll, number, count))
            status = CORRAL_STOPPED;
        memcpy(before, guess, sizeof before);
    }
    codes->kernels->table_end(&writer);
    return status;
}

corral_status corral_table(const corral_codes *codes, uint8_t *out, const corral_poll *poll)
{
    table_maker m = {.codes = codes, .rows = {.places = codes->rule.places, .count = codes->count}};
    memcpy(m.rows.digits, codes->digits, sizeof m.rows.digits);
    uint32_t multisets = corral_multiset_count(codes);
    m.totals = corral_allocate_zeroed(multisets, sizeof *m.totals);
    m.bulls = corral_allocate(codes->rule.places, codes->pitch);
    corral_status status = m.totals && m.bulls ? fill(&m, out, poll) : CORRAL_NO_MEMORY;
    for (uint32_t i = 0; m.totals && i < multisets; i++)
        corral_release(m.totals[i]);
    corral_release(m.totals);
    corral_release(m.bulls);
    return status;
}
