/* erf.h - the error function, as a double-double, rounded to odd, and in binary64.
 *
 * Method: |x| = j/16 + u with |u| <= 1/32; erf is the Taylor expansion about j/16, whose first two
 * coefficients are double-doubles and whose first two terms are carried exactly. At j = 0 the
 * expansion is odd, so tiny operands have full relative accuracy. Error: relative 2^-61.5. The
 * hardest binary32 case needs 2^-56.3. Beyond 4 the result rounds to 1.
 * erf_quick: x times a polynomial in x^2 over all of |x| <= 3.92, relative error 2^-48. For larger
 * |x| erf is 1 to 2^-25 and less. Coefficients: coefficients/families/erf.py.
 */
#ifndef SB_SCALAR_ERF_H
#define SB_SCALAR_ERF_H

#include "scalar/coefficients/erf.h"
#include "scalar/double_double.h"
#include "scalar/polynomial.h"

/* Return erf(t), for 0 <= t <= 4. */
SB_FN double_double erf_dd(double t)
{
    double shifted = t + 0x1.8p48, u = t - (shifted - 0x1.8p48); /* rounded to a multiple of 1/16 */
    const int64_t j = (int64_t)(f64_to_bits(shifted) & 127);
    double p = erf_table[13][j];
    p = f64_mad(p, u, erf_table[12][j]);
    p = f64_mad(p, u, erf_table[11][j]);
    p = f64_mad(p, u, erf_table[10][j]);
    p = f64_mad(p, u, erf_table[9][j]);
    p = f64_mad(p, u, erf_table[8][j]);
    p = f64_mad(p, u, erf_table[7][j]);
    p = f64_mad(p, u, erf_table[6][j]);
    p = f64_mad(p, u, erf_table[5][j]);
    p = f64_mad(p, u, erf_table[4][j]);
    double_double slope = dd_two_product(erf_table[2][j], u);
    double_double sum = dd_fast_two_sum(erf_table[0][j], slope.hi);
    double small = f64_mad(u * u, p, f64_mad(erf_table[3][j], u, erf_table[1][j] + slope.lo));
    return dd_fast_two_sum(sum.hi, sum.lo + small);
}

SB_FN double erf_to_odd(double x)
{
    double y = dd_round_to_odd(erf_dd(f64_lesser(f64_abs(x), 4.0)));
    return f64_select(mask_nan(x), x, f64_with_sign(y, x));
}

/* The sum has 26 terms. The largest term is at most 1.2, and the result at least 1/4: relative
 * error 2^-48. */
SB_FN double erf_quick(double x)
{
    double t = f64_lesser(f64_abs(x), 4.0), w = t * t;
    double y = x * long_polynomial(erf_quick_centred, 26, w - 7.7);
    y = f64_select(mask_below(t, 3.92), y, f64_with_sign(1.0 - 0x1p-27, x));
    return f64_select(mask_nan(x), x, y);
}

#endif
