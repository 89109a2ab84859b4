/* Counting in bit lanes: how many of up to 12 bitmaps are set, in every lane. Included by each level, after `vec`. */

#ifndef CORRAL_ADDERS_H
#define CORRAL_ADDERS_H

#include "../portability.h"

/* Add up n >= 1 bitmaps of one weight: what remains of that weight, and n / 2 carries of the next. */
ALWAYS_INLINE void compress(const int n, const vec *bits, vec *sum, vec *carries)
{
    vec rest = bits[0];
    UNROLL for (int i = 1; i + 1 < n; i += 2)
        vec_full_add(&rest, &carries[i / 2], rest, bits[i], bits[i + 1]);
    if (n % 2 == 0) {
        carries[n / 2 - 1] = vec_and(rest, bits[n - 1]);
        rest = vec_xor(rest, bits[n - 1]);
    }
    *sum = rest;
}

/* hot[q] marks the lanes in which q of the bitmaps are set, q = 0 .. n, for n >= 4. */
ALWAYS_INLINE void one_hot(const int n, const vec *bits, vec *hot)
{
    vec sum[4], twos[6], fours[3], eights[1];
    compress(n, bits, &sum[0], twos);
    compress(n / 2, twos, &sum[1], fours);
    compress(n / 4, fours, &sum[2], eights);
    if (n >= 8)
        sum[3] = eights[0];
    vec low[4], high[4];
    low[0] = vec_not(vec_or(sum[0], sum[1]));
    low[1] = vec_andnot(sum[0], sum[1]);
    low[2] = vec_andnot(sum[1], sum[0]);
    low[3] = vec_and(sum[0], sum[1]);
    if (n >= 8) {
        high[0] = vec_not(vec_or(sum[2], sum[3]));
        high[1] = vec_andnot(sum[2], sum[3]);
        high[2] = vec_andnot(sum[3], sum[2]);
        high[3] = vec_and(sum[2], sum[3]);
    } else {
        high[0] = vec_not(sum[2]);
        high[1] = sum[2];
    }
    UNROLL for (int q = 0; q <= n; q++)
    {
        /* Half of the bits may tell a number that is alone with them in 0 .. n. */
        if (q < 4 && q + 4 > n)
            hot[q] = low[q];
        else if (q % 4 == 0 && q == n)
            hot[q] = high[q / 4];
        else
            hot[q] = vec_and(low[q % 4], high[q / 4]);
    }
}

#endif
