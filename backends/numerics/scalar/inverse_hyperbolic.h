/* inverse_hyperbolic.h - asinh, acosh and atanh rounded to odd.
 *
 * Method: log(1 + z) of wide_log.h to 2^-64 with, in double-double,
 *   asinh |x|: z = |x| + x^2 / (1 + sqrt(1 + x^2));  acosh x: z = (x - 1) + sqrt(x^2 - 1);
 *   atanh |x|: z = 2 |x| / (1 - |x|), and half of the logarithm.
 * x^2 is exact (binary32 operands), and so are 1 + x^2, x^2 - 1, 1 - |x|. For |x| < 2^-20 asinh and
 * atanh are x - x^3/6 and x + x^3/3 with an error below 2^-40 of the second term. Error, relative:
 * 2^-63.5. The hardest binary32 cases: asinh and acosh 2^-57.8, atanh 2^-52.9. Coefficients:
 * coefficients/families/constants.py.
 */
#ifndef SB_SCALAR_INVERSE_HYPERBOLIC_H
#define SB_SCALAR_INVERSE_HYPERBOLIC_H

#include "scalar/coefficients/constants.h"
#include "scalar/wide_log.h"

/* Return x + c x^3 for small x >= 0, otherwise y. */
SB_FN double_double cubic_near_zero(double x, double c, double_double y)
{
    uint64_t small = mask_below(x, 0x1p-20);
    double near = f64_select(small, x, 0.0);
    double_double series = {near, near * near * near * c};
    return dd_select(small, series, y);
}

SB_FN double asinh_to_odd(double x)
{
    double size = f64_abs(x), w = size * size;
    double_double root = dd_sqrt(dd_two_sum(1.0, w));
    double_double rest = dd_quotient(dd_of(w), dd_sum(dd_of(1.0), root));
    double_double y = mid_log1p(dd_sum(dd_of(size), rest));
    double odd = dd_round_to_odd(cubic_near_zero(size, -SB_SIXTH, y));
    return f64_select(mask_not_finite(x), x, f64_with_sign(odd, x));
}

SB_FN double acosh_to_odd(double x)
{
    double_double root = dd_sqrt(dd_two_sum(x * x, -1.0));
    double y = dd_round_to_odd(mid_log1p(dd_sum(dd_two_sum(x, -1.0), root)));
    y = f64_select(mask_not_finite(x), x, y);
    return x < 1.0 ? SB_NAN : y;
}

SB_FN double atanh_to_odd(double x)
{
    double size = f64_abs(x);
    double_double z = dd_quotient(dd_of(2.0 * size), dd_two_sum(1.0, -size));
    double_double y = dd_scaled(mid_log1p(z), 0.5);
    double odd = dd_round_to_odd(cubic_near_zero(size, SB_THIRD, y));
    odd = size == 1.0 ? SB_INFINITY : odd;
    odd = size > 1.0 ? SB_NAN : odd;
    return f64_select(mask_nan(x), x, f64_with_sign(odd, x));
}

#endif
