/* erfc.h - the complementary error function, as a double-double, rounded to odd, and in binary64.
 *
 * Method: erfc(t) = e^(-t^2) S(t) for t >= 0, where S is smooth. To odd, S is its Taylor expansion
 * about j/16 like erf's (erf.h); t^2 is exact for binary32 operands. For x < 0, 2 - erfc(-x).
 * Error, relative: S 2^-61.5 (table 2^-63, the terms from u^2 on in binary64, |u| <= 1/32); exp_dd
 * 2^-57.5; together 2^-57.4. The hardest binary32 case needs 2^-55.7.
 * erfc_quick: S(t) = P(s) / (t + 7/2), s = (t - 7/2) / (t + 7/2), the folding of Cody's and
 * Shepherd's approximations (Shepherd and Laframboise, Math. Comp. 36, 1981): relative error
 * 2^-47.5 with exp. Beyond 10.3 the result is below 2^-154 and rounds to +0. Coefficients:
 * coefficients/families/erfc.py and constants.py.
 */
#ifndef SB_SCALAR_ERFC_H
#define SB_SCALAR_ERFC_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/erfc.h"
#include "scalar/exp.h"
#include "scalar/polynomial.h"

/* Return erfc(t) e^(t^2), for 0 <= t <= 10.3. */
SB_FN double_double scaled_erfc(double t)
{
    double shifted = t + 0x1.8p48, u = t - (shifted - 0x1.8p48); /* rounded to a multiple of 1/16 */
    const int64_t j = (int64_t)(f64_to_bits(shifted) & 255);
    double p = scaled_erfc_table[13][j];
    p = f64_mad(p, u, scaled_erfc_table[12][j]);
    p = f64_mad(p, u, scaled_erfc_table[11][j]);
    p = f64_mad(p, u, scaled_erfc_table[10][j]);
    p = f64_mad(p, u, scaled_erfc_table[9][j]);
    p = f64_mad(p, u, scaled_erfc_table[8][j]);
    p = f64_mad(p, u, scaled_erfc_table[7][j]);
    p = f64_mad(p, u, scaled_erfc_table[6][j]);
    p = f64_mad(p, u, scaled_erfc_table[5][j]);
    p = f64_mad(p, u, scaled_erfc_table[4][j]);
    double_double slope = dd_two_product(scaled_erfc_table[2][j], u);
    double_double sum = dd_fast_two_sum(scaled_erfc_table[0][j], slope.hi);
    double low = f64_mad(scaled_erfc_table[3][j], u, scaled_erfc_table[1][j] + slope.lo);
    return dd_fast_two_sum(sum.hi, sum.lo + f64_mad(u * u, p, low));
}

SB_FN double erfc_to_odd(double x)
{
    double t = f64_lesser(f64_abs(x), 10.3);
    uint64_t negative = mask_sign(x);
    double_double tail = dd_product(exp_dd(-(t * t)), scaled_erfc(t));
    double_double rest = dd_fast_two_sum(2.0, -tail.hi);
    rest = dd_fast_two_sum(rest.hi, rest.lo - tail.lo);
    tail.hi = f64_select(negative, rest.hi, tail.hi);
    tail.lo = f64_select(negative, rest.lo, tail.lo);
    return f64_select(mask_nan(x), x, dd_round_to_odd(tail));
}

/* Return erfc(t) e^(t^2) / sqrt(2) for centre = 7/2. With the operand sqrt(2) t and centre = 7/2
 * sqrt(2), return half of erfc(t) e^(t^2). */
SB_FN double folded_erfc(double t, double centre)
{
    double inverse = 1.0 / (t + centre);
    return long_polynomial(scaled_erfc_folded, 18, (t - centre) * inverse) * inverse;
}

SB_FN double erfc_quick(double x)
{
    double t = f64_lesser(f64_abs(x), 10.3);
    double tail = exp_quick(-(t * t)) * (folded_erfc(t, 3.5) * SB_ROOT_2);
    double y = f64_select(mask_sign(x), 2.0 - tail, tail);
    return f64_select(mask_nan(x), x, y);
}

#endif
