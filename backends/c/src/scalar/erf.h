/* erf.h - the error function rounded to odd.
 *
 * Method: |x| = j/16 + u with |u| <= 1/32; erf is the Taylor expansion about j/16, whose first two
 * coefficients are pairs and whose first two terms are carried exactly. At j = 0 the expansion is
 * odd, so tiny operands have full relative accuracy.
 * Error: relative 2^-61. The hardest binary32 case needs 2^-56.3. Beyond 4 the result rounds to 1.
 */
#ifndef SB_SCALAR_ERF_H
#define SB_SCALAR_ERF_H

#include "scalar/coefficients/erf.h"
#include "scalar/pair.h"

SB_FN double erf_odd(double x)
{
    double size = f64_abs(x), t = size < 4.0 ? size : 4.0;
    double shifted = t + 0x1.8p48, u = t - (shifted - 0x1.8p48); /* to multiples of 1/16 */
    const double *c = erf_table[f64_to_bits(shifted) & 127];
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
    double y = pair_round_odd(pair_fast_two_sum(sum.hi, sum.lo + small));
    y = f64_with_sign(y, x);
    return x == 0.0 || x != x ? x : y;
}

#endif
