/* gelu.h - gelu(x) = x Phi(x), Phi the standard normal distribution function, rounded to odd.
 *
 * Method: Phi(-|x|) = e^(-x^2/2) T(|x|), where the scaled tail T is smooth and is expanded about
 * j/8 like erf (erf.h); x^2 is exact for binary32 operands. For x > 0 Phi(x) = 1 - Phi(-x). For
 * |x| < 2^-6, x/2 + x^2 P(x^2) with x/2 exact, so that odd subnormals are ties broken upwards by lo.
 * Error: relative 2^-58, in the tail as well. Below -15 the result rounds to -0 in every format.
 */
#ifndef SB_SCALAR_GELU_H
#define SB_SCALAR_GELU_H

#include "scalar/coefficients/gelu.h"
#include "scalar/exp.h"

/* Phi(-t) e^(t^2/2) for 0 <= t <= 15. */
SB_FN f64_pair scaled_tail(double t)
{
    double shifted = t + 0x1.8p49, u = t - (shifted - 0x1.8p49); /* to multiples of 1/8 */
    const double *c = scaled_tail_table[f64_to_bits(shifted) & 127];
    double p = c[13];
    p = f64_mad(p, u, c[12]);
    p = f64_mad(p, u, c[11]);
    p = f64_mad(p, u, c[10]);
    p = f64_mad(p, u, c[9]);
    p = f64_mad(p, u, c[8]);
    p = f64_mad(p, u, c[7]);
    p = f64_mad(p, u, c[6]);
    p = f64_mad(p, u, c[5]);
    p = f64_mad(p, u, c[4]);
    f64_pair slope = pair_two_product(c[2], u);
    f64_pair sum = pair_fast_two_sum(c[0], slope.hi);
    double small = f64_mad(u * u, p, f64_mad(c[3], u, c[1] + slope.lo));
    return pair_fast_two_sum(sum.hi, sum.lo + small);
}

/* gelu, for |x| < 2^-6. */
SB_FN f64_pair gelu_near_zero(double x)
{
    const double *c = gelu_rest;
    double w = x * x, p = c[3];
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    return pair_fast_two_sum(0.5 * x, w * p);
}

SB_FN double gelu_odd(double x)
{
    double size = f64_abs(x), t = size < 15.0 ? size : 15.0, z = x < -15.0 ? -15.0 : x;
    f64_pair tail = pair_product(exp_pair(-0.5 * (t * t)), scaled_tail(t));
    f64_pair rest = pair_fast_two_sum(1.0, -tail.hi);
    f64_pair phi;
    phi.hi = x < 0.0 ? tail.hi : rest.hi;
    phi.lo = x < 0.0 ? tail.lo : rest.lo - tail.lo;
    f64_pair product = pair_two_product(z, phi.hi);
    f64_pair near = gelu_near_zero(size < 0x1p-6 ? x : 0.0);
    double y = pair_round_odd(pair_fast_two_sum(product.hi, f64_mad(z, phi.lo, product.lo)));
    y = size < 0x1p-6 ? pair_round_odd(near) : y;
    const double infinity = f64_from_bits(UINT64_C(0x7ff0000000000000));
    return x == 0.0 || x == infinity || x != x ? x : y;
}

#endif
