/* exp.h - the exponential as a double-double, and exp rounded to odd.
 *
 * Method: z = k log 2 + r with |r| <= log(2)/2; k log 2 is subtracted in two parts, the first exact
 * (45 bits times 8). e^r = 1 + r + r^2/2 + r^3 P(r); the first three terms are carried exactly, the
 * last one (at most 2^-7) in binary64. Then 2^k by the exponent field, exact.
 * Error: relative 2^-57.5 (three roundings of the last term). The hardest binary32 case of exp
 * needs 2^-52.6. Coefficients: coefficients/families/exp.py and constants.py.
 */
#ifndef SB_SCALAR_EXP_H
#define SB_SCALAR_EXP_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/exp.h"
#include "scalar/double_double.h"

/* Return e^z, for -128 <= z <= 128. */
SB_FN double_double exp_dd(double z)
{
    const double *c = exp_rest;
    double shifted = f64_mad(z, SB_LOG2_INVERSE, 0x1.8p52), k = shifted - 0x1.8p52;
    double head = z - k * SB_LOG2_HIGH, tail = k * SB_LOG2_LOW;
    double r = head - tail, r_lo = (head - r) - tail;
    double_double square = dd_two_product(r, r);
    double p = c[9];
    p = f64_mad(p, r, c[8]);
    p = f64_mad(p, r, c[7]);
    p = f64_mad(p, r, c[6]);
    p = f64_mad(p, r, c[5]);
    p = f64_mad(p, r, c[4]);
    p = f64_mad(p, r, c[3]);
    p = f64_mad(p, r, c[2]);
    p = f64_mad(p, r, c[1]);
    p = f64_mad(p, r, c[0]);
    double small = f64_mad(square.hi * r, p, f64_mad(r, r_lo, 0.5 * square.lo) + r_lo);
    double_double one = dd_fast_two_sum(1.0, r);
    double_double sum = dd_fast_two_sum(one.hi, 0.5 * square.hi);
    double_double y = dd_fast_two_sum(sum.hi, (one.lo + sum.lo) + small);
    /* The low bits of `shifted` are k in two's complement. */
    double scale = f64_from_bits((f64_to_bits(shifted) + 1023) << 52);
    y.hi *= scale;
    y.lo *= scale;
    return y;
}

/* Return exp, rounded to odd. Outside the limits the result is 0 or infinity in every format. */
SB_FN double exp_to_odd(double x)
{
    double z = f64_with_sign(f64_lesser(f64_abs(x), 110.0), x);
    return f64_select(mask_nan(x), x, dd_round_to_odd(exp_dd(z))); /* at 0, lo = 0: exactly 1 */
}

/* Return exp in binary64, with a relative error of 2^-50 (the last addition, the scaled remainder,
 * the polynomial). The operand is limited as in exp_to_odd. A NaN gives NaN. */
SB_FN double exp_quick(double x)
{
    const double *c = exp_rest;
    double z = f64_with_sign(f64_lesser(f64_abs(x), 110.0), x);
    double shifted = f64_mad(z, SB_LOG2_INVERSE, 0x1.8p52), k = shifted - 0x1.8p52;
    double r = (z - k * SB_LOG2_HIGH) - k * SB_LOG2_LOW;
    double p = c[8];
    p = f64_mad(p, r, c[7]);
    p = f64_mad(p, r, c[6]);
    p = f64_mad(p, r, c[5]);
    p = f64_mad(p, r, c[4]);
    p = f64_mad(p, r, c[3]);
    p = f64_mad(p, r, c[2]);
    p = f64_mad(p, r, c[1]);
    p = f64_mad(p, r, c[0]);
    double y = 1.0 + f64_mad(r * r, f64_mad(p, r, 0.5), r);
    y *= f64_from_bits((f64_to_bits(shifted) + 1023) << 52);
    return f64_select(mask_nan(x), x, y);
}

#endif
