/* n log2 n as an exact integer, round(n log2 n * 2^32), so that entropies are compared without rounding.

   log2 n is computed with 96 bits after the point: for n = 2^e * x, 1 <= x < 2, squaring x again and again tells the
   bits of log2 x one by one (a bit is 1 when the square reaches 2, and is then halved). x is kept in 128 bits. Each
   squaring is off by less than 2 units of 2^-127 and doubles the relative error before it, while the bits it yields
   are worth half as much, so what is computed is off by less than 96 * 2^-125 < 2^-118 and then cut to 96 bits. Only
   primes are computed so; logarithms of products are sums of at most 26 cut ones, off by less than 2^-91, and n times
   that times 2^32 by less than 2^-33 for n <= 2^26. A rounding can go astray only where n log2 n * 2^32 lies within
   2^-33 of a half; no n up to 2^26 does, and the tests show it below 2^20. The result is the same everywhere. */

#include "codes.h"
#include "memory.h"
#include "portability.h"

/* 64 bits before the point and 64 + 32 after it would not fit two words: integer.fraction in units of 2^-96. */
typedef struct fixed {
    uint64_t high; /* 32 bits of integer, 32 of fraction */
    uint64_t low;  /* 64 more of fraction */
} fixed;

static fixed add(fixed a, fixed b)
{
    fixed sum = {a.high + b.high, a.low + b.low};
    sum.high += sum.low < a.low;
    return sum;
}

static fixed logarithm(uint32_t n)
{
    int exponent = 31;
    while (!(n >> exponent))
        exponent--;
    /* x in units of 2^-127 */
    uint64_t high = (uint64_t)n << (63 - exponent), low = 0;
    fixed result = {(uint64_t)exponent << 32, 0};
    for (int bit = 95; bit >= 0; bit--) {
        uint64_t cross_low, cross = multiply_64(high, low, &cross_low);
        uint64_t square_low, square = multiply_64(high, high, &square_low);
        uint64_t doubled = cross << 1 | cross_low >> 63; /* the low by low product is below the precision */
        square += cross >> 63;
        square_low += doubled;
        square += square_low < doubled;
        if (square >> 63) {
            if (bit >= 64)
                result.high |= (uint64_t)1 << (bit - 64);
            else
                result.low |= (uint64_t)1 << bit;
            high = square;
            low = square_low;
        } else {
            high = square << 1 | square_low >> 63;
            low = square_low << 1;
        }
    }
    return result;
}

/* round(n * log * 2^32) */
static uint64_t scale(uint32_t n, fixed log)
{
    uint64_t low_low, low_high = multiply_64(n, log.low, &low_low);
    return n * log.high + low_high + (low_low >> 63);
}

corral_status corral_nlogn(uint32_t count, uint64_t *out, const corral_poll *poll)
{
    if (count > CORRAL_MAX_CODES + 1u)
        return CORRAL_INVALID;
    fixed *logs = corral_allocate_zeroed(count, sizeof *logs);
    if (!logs)
        return CORRAL_NO_MEMORY;
    for (uint32_t n = 0; n < count; n++)
        out[n] = 0;
    bool stopped = false;
    for (uint32_t n = 2; n < count && !stopped; n++) {
        /* A composite number has been given its smallest prime factor, in .low. */
        uint32_t factor = (uint32_t)logs[n].low;
        if (factor) {
            logs[n] = add(logs[factor], logs[n / factor]);
        } else {
            logs[n] = logarithm(n);
            uint32_t passed = 0;
            for (uint64_t multiple = (uint64_t)n * n; multiple < count && !stopped; multiple += n) {
                if (!logs[multiple].low)
                    logs[multiple].low = n;
                stopped = ++passed % CODES_A_POLL == 0 && corral_stopped(poll, n, count);
            }
        }
        out[n] = scale(n, logs[n]);
        if (n % CODES_A_POLL == 0)
            stopped = stopped || corral_stopped(poll, n, count);
    }
    corral_release(logs);
    return stopped ? CORRAL_STOPPED : CORRAL_OK;
}
