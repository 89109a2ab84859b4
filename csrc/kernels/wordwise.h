/* The operations of `vec` where C's operators do: words, and the compilers' own vector types. */

ALWAYS_INLINE vec vec_and(vec a, vec b)
{
    return a & b;
}

ALWAYS_INLINE vec vec_or(vec a, vec b)
{
    return a | b;
}

ALWAYS_INLINE vec vec_xor(vec a, vec b)
{
    return a ^ b;
}

ALWAYS_INLINE vec vec_not(vec a)
{
    return ~a;
}

ALWAYS_INLINE vec vec_andnot(vec a, vec b)
{
    return a & ~b;
}

ALWAYS_INLINE vec vec_or_and(vec x, vec a, vec b)
{
    return x | (a & b);
}

ALWAYS_INLINE vec vec_or_xor(vec x, vec a, vec b)
{
    return x | (a ^ b);
}

ALWAYS_INLINE vec vec_majority(vec a, vec b, vec c)
{
    return (a & b) | ((a | b) & c);
}

ALWAYS_INLINE void vec_full_add(vec *sum, vec *carry, vec a, vec b, vec c)
{
    vec half = a ^ b;
    *carry = (a & b) | (half & c);
    *sum = half ^ c;
}
