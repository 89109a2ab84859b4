/* corral_nlogn against an exact reference: out[n] must be the integer nearest to n log2 n * 2^32, that is,
   n ln n * 2^32 must differ from out[n] ln 2 by less than ln 2 / 2. Both logarithms are sums of series of plain
   fractions in long fixed-point numbers:

       ln n = ln 2/1 + ln 3/2 + .. + ln n/(n - 1),  ln m/(m - 1) = 2 (1/x + 1/(3 x^3) + 1/(5 x^5) + ..),  x = 2 m - 1

   Each division cuts off less than a unit of 2^-224. There are fewer than 2^28 of them up to n = 2^20, so after
   scaling by n and 2^32 the reference is off by less than 2^-140. */

#include "check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* 96 bits before the point and 224 after it, in units of 2^32, lowest first. */
enum { FRACTION = 7, WORDS = FRACTION + 3 };

typedef struct number {
    uint32_t word[WORDS];
} number;

static void add(number *sum, const number *a)
{
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)sum->word[i] + a->word[i];
        sum->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* Modulo 2^96: a negative difference is huge. */
static void subtract(number *rest, const number *a)
{
    uint64_t borrow = 0;
    for (int i = 0; i < WORDS; i++) {
        const uint64_t word = (uint64_t)rest->word[i] - a->word[i] - borrow;
        rest->word[i] = (uint32_t)word;
        borrow = word >> 63;
    }
}

static void multiply(number *product, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)product->word[i] * factor;
        product->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static bool divide(number *quotient, uint32_t divisor)
{
    uint64_t rest = 0;
    bool any = false;
    for (int i = WORDS - 1; i >= 0; i--) {
        rest = rest << 32 | quotient->word[i];
        quotient->word[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
        any = any || quotient->word[i];
    }
    return any;
}

/* Times 2^32. */
static void shift_word(number *a)
{
    for (int i = WORDS - 1; i > 0; i--)
        a->word[i] = a->word[i - 1];
    a->word[0] = 0;
}

static bool less(const number *a, const number *b)
{
    for (int i = WORDS - 1; i >= 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i];
    return false;
}

/* ln of m / (m - 1) */
static number step(uint32_t m)
{
    number sum = {{0}}, power = {{0}};
    const uint32_t x = 2 * m - 1;
    power.word[FRACTION] = 2;
    divide(&power, x);
    for (uint32_t odd = 1;; odd += 2) {
        number term = power;
        if (!divide(&term, odd))
            return sum;
        add(&sum, &term);
        divide(&power, x);
        divide(&power, x);
    }
}

/* Is `rounded` the integer nearest to n log2 n * 2^32, and how near does that come to lying between two: is it within
   2^-33 of it? */
static bool is_nearest(uint32_t n, uint64_t rounded, const number *ln_n, const number *ln_2, bool *near_half)
{
    number exact = *ln_n, low = *ln_2, high = *ln_2, half = *ln_2, margin = *ln_2;
    multiply(&exact, n);
    shift_word(&exact);
    multiply(&low, (uint32_t)rounded);
    multiply(&high, (uint32_t)(rounded >> 32));
    shift_word(&high);
    divide(&half, 2);
    add(&exact, &half);
    subtract(&exact, &low);
    subtract(&exact, &high); /* (n log2 n * 2^32 - rounded + 1/2) ln 2, at least 0 and below ln 2 */
    divide(&margin, 2);
    divide(&margin, 1u << 31);
    divide(&margin, 2);
    number most = *ln_2;
    subtract(&most, &margin);
    *near_half = less(&exact, &margin) || !less(&exact, &most);
    return less(&exact, ln_2);
}

static void test_exactly(void)
{
    /* Candidates up to 65535 take the table of the codes, so all of it is checked; one level reaches further. */
    const uint32_t count = check_quick() ? 2500 : check_level() == CORRAL_PORTABLE ? 1 << 20 : 1 << 16;
    uint64_t *table = take(count, sizeof *table);
    CHECK(corral_nlogn(count, table, NULL) == CORRAL_OK);
    CHECK(table[0] == 0 && table[1] == 0);
    const number ln_2 = step(2);
    number ln_n = {{0}};
    for (uint32_t n = 2; n < count; n++) {
        const number more = step(n);
        bool near_half;
        add(&ln_n, &more);
        CHECK(is_nearest(n, table[n], &ln_n, &ln_2, &near_half));
        CHECK(!near_half); /* so that errors below 2^-33, which nlogn.c argues, round no number wrongly */
    }
    free(table);
}

/* The same with the library's logarithm, as far as long double tells. Valgrind computes with double instead. */
static void test_by_library(void)
{
    enum { COUNT = 5041 };
    const long double epsilon = check_quick() ? DBL_EPSILON : LDBL_EPSILON;
    static uint64_t table[COUNT];
    CHECK(corral_nlogn(COUNT, table, NULL) == CORRAL_OK);
    for (int n = 2; n < COUNT; n++) {
        const long double scaled = n * log2l(n) * 0x1p32L, error = 4 * scaled * epsilon;
        CHECK(fabsl((long double)table[n] - scaled) <= 0.5L + error);
        if (fabsl(scaled - floorl(scaled) - 0.5L) > error)
            CHECK((long double)table[n] == roundl(scaled));
    }
}

/* Powers of two are known exactly; the numbers next to them are checked roughly. */
static void test_powers_of_two(void)
{
    const int last = check_quick() || check_level() != CORRAL_PORTABLE ? 14 : 22;
    const uint32_t count = (1u << last) + 2;
    uint64_t *table = take(count, sizeof *table);
    CHECK(corral_nlogn(count, table, NULL) == CORRAL_OK);
    for (int exponent = 0; exponent <= last; exponent++) {
        const uint32_t power = 1u << exponent;
        CHECK(table[power] == (uint64_t)exponent << (exponent + 32));
        for (uint32_t n = power - 1; n <= power + 1; n += 2)
            CHECK(n == 0 || fabs((double)table[n] / 0x1p32 - n * log2(n)) <= 0x1p-32 + n * 1e-13);
    }
    free(table);
}

/* The numbers do not depend on how many are asked for, and no more are written. Too many are refused. */
static void test_counts(void)
{
    uint64_t all[70];
    CHECK(corral_nlogn(70, all, NULL) == CORRAL_OK);
    for (uint32_t count = 0; count < 70; count++) {
        uint64_t some[71];
        for (int n = 0; n <= 70; n++)
            some[n] = UINT64_MAX;
        CHECK(corral_nlogn(count, some, NULL) == CORRAL_OK);
        for (uint32_t n = 0; n <= 70; n++)
            CHECK(some[n] == (n < count ? all[n] : UINT64_MAX));
    }
    CHECK(corral_nlogn(CORRAL_MAX_CODES + 2u, all, NULL) == CORRAL_INVALID);
    CHECK(corral_nlogn(UINT32_MAX, all, NULL) == CORRAL_INVALID);
}

int main(void)
{
    test_exactly();
    test_by_library();
    test_powers_of_two();
    test_counts();
    return check_end();
}
