#include "codes.h"

#include "memory.h"

#include <string.h>

/* The next code in game order; the last one has none and is left alone. */
static void advance(const corral_rule *rule, uint8_t *code)
{
    int places = rule->places;
    uint64_t used = 0;
    for (int place = 0; place < places; place++)
        used |= (uint64_t)1 << code[place];
    for (int place = places - 1; place >= 0; place--) {
        used &= ~((uint64_t)1 << code[place]); /* exact without repeats, where alone it is asked */
        unsigned symbol = code[place] + 1u;
        while (!rule->repeats && symbol < rule->symbols && used >> symbol & 1)
            symbol++;
        if (symbol == rule->symbols)
            continue;
        /* The smallest code with this beginning. */
        for (; place < places; place++) {
            code[place] = (uint8_t)symbol;
            used |= (uint64_t)1 << symbol;
            symbol = 0;
            while (!rule->repeats && used >> symbol & 1)
                symbol++;
        }
        return;
    }
}

/* Pascal's triangle. C(47, 12) fits 64 bits. */
static void fill_binomials(corral_codes *codes)
{
    for (int n = 0; n < CORRAL_MAX_SYMBOLS + CORRAL_MAX_PLACES; n++) {
        codes->binomials[n][0] = 1;
        for (int k = 1; k <= CORRAL_MAX_PLACES; k++)
            codes->binomials[n][k] = n ? codes->binomials[n - 1][k - 1] + codes->binomials[n - 1][k] : 0;
    }
}

static corral_status fill(corral_codes *codes, const corral_poll *poll)
{
    enum { LONGEST_TABLE = 1 << 16 };
    int places = codes->rule.places;
    codes->nlogn_count = codes->count < LONGEST_TABLE ? codes->count + 1 : LONGEST_TABLE;
    codes->nlogn = corral_allocate(codes->nlogn_count, sizeof *codes->nlogn);
    codes->pitch = (codes->count / ROW_ALIGNMENT + 2) * (size_t)ROW_ALIGNMENT;
    uint8_t *rows = corral_allocate((size_t)places, codes->pitch);
    codes->digits[0] = rows;
    if (!codes->nlogn || !rows)
        return CORRAL_NO_MEMORY;
    corral_status status = corral_nlogn(codes->nlogn_count, codes->nlogn, poll);
    if (status)
        return status;
    for (int place = 0; place < places; place++) {
        codes->digits[place] = rows + (size_t)place * codes->pitch;
        memset(codes->digits[place] + codes->count, NO_SYMBOL, codes->pitch - codes->count);
    }
    uint8_t code[CORRAL_MAX_PLACES];
    corral_unrank(&codes->rule, 0, code);
    for (uint32_t number = 0; number < codes->count; number++) {
        for (int place = 0; place < places; place++)
            codes->digits[place][number] = code[place];
        advance(&codes->rule, code);
        if (number % CODES_A_POLL == 0 && corral_stopped(poll, number, codes->count))
            return CORRAL_STOPPED;
    }
    return CORRAL_OK;
}

corral_status corral_codes_new(const corral_rule *rule, corral_level level, const corral_poll *poll,
                               corral_codes **codes)
{
    if (corral_rule_check(rule) || (unsigned)level >= CORRAL_LEVELS)
        return CORRAL_INVALID;
    if (corral_count(rule) > CORRAL_MAX_CODES)
        return CORRAL_TOO_LARGE;
    corral_codes *made = corral_allocate_zeroed(1, sizeof *made);
    if (!made)
        return CORRAL_NO_MEMORY;
    made->rule = *rule;
    corral_classes_of(rule, &made->classes);
    made->level = level;
    made->kernels = corral_kernels_of(level);
    made->count = (uint32_t)corral_count(rule);
    fill_binomials(made);
    corral_status status = fill(made, poll);
    if (status)
        corral_codes_free(made);
    else
        *codes = made;
    return status;
}

void corral_codes_free(corral_codes *codes)
{
    if (!codes)
        return;
    corral_release(codes->digits[0]);
    corral_release(codes->nlogn);
    corral_release(codes);
}

uint32_t corral_codes_count(const corral_codes *codes)
{
    return codes->count;
}

void corral_code_at(const corral_codes *codes, uint32_t number, uint8_t code[CORRAL_MAX_PLACES])
{
    for (int place = 0; place < codes->rule.places; place++)
        code[place] = codes->digits[place][number];
}

/* The rank in colexicographic order of the sorted symbols d_0 <= d_1 <= ..: the sum of C(d_i + i, i + 1). */
uint32_t corral_multiset(const corral_codes *codes, const uint8_t *code)
{
    int places = codes->rule.places;
    uint8_t sorted[CORRAL_MAX_PLACES];
    for (int place = 0; place < places; place++) {
        int i = place;
        for (; i > 0 && sorted[i - 1] > code[place]; i--)
            sorted[i] = sorted[i - 1];
        sorted[i] = code[place];
    }
    uint64_t rank = 0;
    for (int i = 0; i < places; i++)
        rank += codes->binomials[sorted[i] + i][i + 1];
    return (uint32_t)rank;
}

uint32_t corral_multiset_count(const corral_codes *codes)
{
    return (uint32_t)codes->binomials[codes->rule.symbols + codes->rule.places - 1][codes->rule.places];
}

uint64_t corral_symbols_of(const corral_codes *codes, uint32_t number)
{
    uint64_t symbols = 0;
    for (int place = 0; place < codes->rule.places; place++)
        symbols |= (uint64_t)1 << codes->digits[place][number];
    return symbols;
}

bool corral_in_first_appearance_order(const corral_codes *codes, uint32_t number, uint64_t used)
{
    for (int place = 0; place < codes->rule.places; place++) {
        unsigned symbol = codes->digits[place][number];
        uint64_t smaller = ((uint64_t)1 << symbol) - 1;
        if ((used & smaller) != smaller && !(used >> symbol & 1))
            return false;
        used |= (uint64_t)1 << symbol;
    }
    return true;
}
