/* log2_log10_log1p.h - log2, log10 and log1p rounded to odd.
 *
 * Method: x = 2^k (1 + f), log(1 + f) of wide_log.h to 2^-65 as a double-double; times 1/log 2,
 * plus k exactly, or times 1/log 10, plus k log10(2) in three parts. log1p near 0 is (x, -x^2/2).
 * Exact cases: log2(2^k), where f = 0. log10(10^n) = n has at most 4 bits, and every format that
 * has 10^n has n too. So a lo that should be 0 changes no result.
 * Error, relative: 2^-63.5. The hardest binary32 cases: log2 2^-51.3, log10 2^-55.8, log1p 2^-66.4,
 * where x is tiny and x - x^2/2 is carried exactly. Coefficients:
 * coefficients/families/constants.py.
 */
#ifndef SB_SCALAR_LOG2_LOG10_LOG1P_H
#define SB_SCALAR_LOG2_LOG10_LOG1P_H

#include "scalar/coefficients/constants.h"
#include "scalar/wide_log.h"

/* Return y, which is the logarithm of x or of 1 + x, or the special value for x or 1 + x. */
SB_FN double log_special(double x, double y)
{
    y = f64_select(mask_not_finite(x), x, y);
    y = f64_select(mask_sign(x) & ~mask_nan(x), SB_NAN, y);
    return f64_select(mask_nonzero(x), y, -SB_INFINITY);
}

SB_FN double log2_to_odd(double x)
{
    const double_double scale = {SB_LOG2_INVERSE, SB_LOG2_INVERSE_TAIL};
    double power, k = wide_log_exponent(x, &power);
    double_double y = dd_product(log1p_reduced(dd_of(x * power - 1.0), 0), scale);
    return log_special(x, dd_round_to_odd(dd_sum(dd_of(k), y)));
}

SB_FN double log10_to_odd(double x)
{
    const double_double scale = {SB_LOG10_INVERSE, SB_LOG10_INVERSE_TAIL};
    double power, k = wide_log_exponent(x, &power);
    double_double y = dd_product(log1p_reduced(dd_of(x * power - 1.0), 0), scale);
    double_double rest = dd_fast_two_sum(k * SB_LOG10_OF_2_MIDDLE, k * SB_LOG10_OF_2_LAST);
    y = dd_sum(dd_of(k * SB_LOG10_OF_2_HIGH), dd_sum(y, rest));
    return log_special(x, dd_round_to_odd(y));
}

SB_FN double log1p_to_odd(double x)
{
    double y = log_special(1.0 + x, dd_round_to_odd(mid_log1p(dd_of(x))));
    return f64_select(mask_nonzero(x), y, x);
}

#endif
