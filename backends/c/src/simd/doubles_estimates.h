/* doubles_estimates.h - roots and quotients of vectors of binary64 (AVX-512), for first values of
 * functions. They start from the processor's estimates, and cost less than an exact operation. The
 * tests of decide_lanes.h then check the first values.
 */
#ifndef SB_SIMD_DOUBLES_ESTIMATES_H
#define SB_SIMD_DOUBLES_ESTIMATES_H

#include "function/decide_lanes.h"
#include "simd/doubles.h"

#if SB_HAS_DECIDE_LANES

/* Return the square root of a normal positive number, with relative error 2^-52, or NaN for 0 and
 * infinity. It uses an estimate g = a r with 1 - a r^2 = e, |e| < 2^-13, and the series of 1 /
 * sqrt(1 - e). */
LANES_FN doubles doubles_sqrt(doubles a)
{
    doubles r = _mm512_rsqrt14_pd(a), g = doubles_mul(a, r);
    doubles e = doubles_fnma(g, r, doubles_set(1.0));
    doubles p = doubles_fma(e, doubles_set(0.3125), doubles_set(0.375));
    p = doubles_fma(e, p, doubles_set(0.5));
    return doubles_fma(doubles_mul(g, e), p, g);
}

/* Return 1 / sqrt(a) by the same method, or NaN for 0, infinity and negative numbers. */
LANES_FN doubles doubles_rsqrt(doubles a)
{
    doubles r = _mm512_rsqrt14_pd(a), e = doubles_fnma(doubles_mul(a, r), r, doubles_set(1.0));
    doubles p = doubles_fma(e, doubles_set(0.3125), doubles_set(0.375));
    p = doubles_fma(e, p, doubles_set(0.5));
    return doubles_fma(doubles_mul(r, e), p, r);
}

/* Return 1 / a for a normal number below 2^1000, with relative error 2^-51. */
LANES_FN doubles doubles_reciprocal(doubles a)
{
    doubles r = _mm512_rcp14_pd(a), e = doubles_fnma(a, r, doubles_set(1.0));
    doubles p = doubles_fma(e, e, e);
    p = doubles_fma(p, doubles_mul(e, e), p); /* e + e^2 + e^3 + e^4 */
    return doubles_fma(r, p, r);
}

/* Return n / d for a normal number d below 2^1000, with relative error 2^-51.5. It is n r (1 + e +
 * e^2 + e^3) with an estimate r, 1 - d r = e, |e| < 2^-14. A division of 8 lanes takes twice the
 * time. */
LANES_FN doubles doubles_quotient(doubles n, doubles d)
{
    doubles r = _mm512_rcp14_pd(d), e = doubles_fnma(d, r, doubles_set(1.0)), q = doubles_mul(n, r);
    q = doubles_fma(q, e, q);
    return doubles_fma(q, doubles_mul(e, e), q);
}

#endif
#endif
