/* gelu.h - gelu(x) = x Phi(x), Phi the standard normal distribution function, rounded to odd.
 *
 * Method: Phi(-|x|) = e^(-x^2/2) T(|x|), where the scaled tail T is smooth and is expanded about
 * j/8 like erf (erf.h); x^2 is exact for binary32 operands. For x > 0 Phi(x) = 1 - Phi(-x). For |x|
 * < 2^-6, x/2 + x^2 P(x^2) with x/2 exact, so that odd subnormals are ties, which lo breaks
 * upwards. Error: relative 2^-57.4, in the tail as well. The hardest binary32 case that is not a
 * tie needs 2^-57; all 2^32 inputs are checked (tests/exhaustive). Below -15 the result rounds to
 * -0. gelu_quick: Phi(-t) from the folded erfc (erfc.h); relative error 2^-47.5. Coefficients:
 * coefficients/families/gelu.py.
 */
#ifndef SB_SCALAR_GELU_H
#define SB_SCALAR_GELU_H

#include "scalar/coefficients/gelu.h"
#include "scalar/erfc.h"
#include "scalar/exp.h"

/* Return Phi(-t) e^(t^2/2) for 0 <= t <= 15. */
SB_FN double_double scaled_tail(double t)
{
    double shifted = t + 0x1.8p49, u = t - (shifted - 0x1.8p49); /* rounded to a multiple of 1/8 */
    const int64_t j = (int64_t)(f64_to_bits(shifted) & 127);
    double p = scaled_tail_table[13][j];
    p = f64_mad(p, u, scaled_tail_table[12][j]);
    p = f64_mad(p, u, scaled_tail_table[11][j]);
    p = f64_mad(p, u, scaled_tail_table[10][j]);
    p = f64_mad(p, u, scaled_tail_table[9][j]);
    p = f64_mad(p, u, scaled_tail_table[8][j]);
    p = f64_mad(p, u, scaled_tail_table[7][j]);
    p = f64_mad(p, u, scaled_tail_table[6][j]);
    p = f64_mad(p, u, scaled_tail_table[5][j]);
    p = f64_mad(p, u, scaled_tail_table[4][j]);
    double_double slope = dd_two_product(scaled_tail_table[2][j], u);
    double_double sum = dd_fast_two_sum(scaled_tail_table[0][j], slope.hi);
    double small =
        f64_mad(u * u, p, f64_mad(scaled_tail_table[3][j], u, scaled_tail_table[1][j] + slope.lo));
    return dd_fast_two_sum(sum.hi, sum.lo + small);
}

/* Return gelu for |x| < 2^-6. */
SB_FN double_double gelu_near_zero(double x)
{
    const double *c = gelu_rest;
    double w = x * x, p = c[3];
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    return dd_fast_two_sum(0.5 * x, w * p);
}

SB_FN double gelu_to_odd(double x)
{
    double size = f64_abs(x), t = f64_lesser(size, 15.0);
    uint64_t small = mask_below(size, 0x1p-6), negative = mask_sign(x);
    double z = f64_select(negative, -t, x);
    double_double tail = dd_product(exp_dd(-0.5 * (t * t)), scaled_tail(t));
    double_double rest = dd_fast_two_sum(1.0, -tail.hi);
    double_double phi;
    phi.hi = f64_select(negative, tail.hi, rest.hi);
    phi.lo = f64_select(negative, tail.lo, rest.lo - tail.lo);
    double_double product = dd_two_product(z, phi.hi);
    double_double near = gelu_near_zero(f64_select(small, x, 0.0));
    double y = dd_round_to_odd(dd_fast_two_sum(product.hi, f64_mad(z, phi.lo, product.lo)));
    y = f64_select(small, dd_round_to_odd(near), y);
    /* For +infinity, NaN and zeros, the result is the operand. */
    y = f64_select(mask_nan(x) | (mask_not_finite(x) & ~mask_sign(x)), x, y);
    return f64_select(mask_nonzero(x), y, x);
}

SB_FN double gelu_quick(double x)
{
    double t = f64_lesser(f64_abs(x), 15.0);
    double tail = exp_quick(-0.5 * (t * t)) * folded_erfc(t, GELU_FOLD);
    uint64_t negative = mask_sign(x);
    double y = f64_select(negative, -t, x) * f64_select(negative, tail, 1.0 - tail);
    return f64_select(mask_nan(x), x, y);
}

#endif
