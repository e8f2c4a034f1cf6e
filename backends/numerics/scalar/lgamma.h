/* lgamma.h - log |Gamma(x)|, rounded to odd and in binary64.
 *
 * To odd, -42.5 <= x <= 36.5: the logarithm, in double-double, of |Gamma| as a double-double
 * (tgamma.h, 2^-95). At 1 and 2 both are exact. For every other binary32 operand |Gamma| is at
 * least 2^-25 away from 1, so the zeros cost no more than that: 2^-70, and table_log 2^-66. Above,
 * Stirling's (X - 1/2) log X - X + log(2 pi)/2 + S(1/X^2) / X with X = x, S in binary64: 2^-62
 * absolute for a result above 90. Below, the reflection
 *     log |Gamma(x)| = -log(|d| W(d) W(-d)) - log Gamma(1 - x),   W(d) = 1 / Gamma(1 + d),
 * where x = m + d; W(-d) in binary64 costs 2^-54 in a result beyond -90: relative error 2^-60.
 * The hardest binary32 case needs 2^-56.6.
 *
 * lgamma_quick: for |x| < 8.5, x = m + d, Gamma(x) is Gamma(2 + d) times or over a product of at
 * most six factors. The result is d Q(d), which carries the zero at 2, +- the logarithm of that
 * product, which carries the zero at 1. For x < -1/2 by reflection, with |x| = m + d: one logarithm
 * of the product times |x sin(pi x) / pi|. Beyond 8.5 Stirling, on the left minus log |x sin(pi x)
 * / pi|. Absolute error 2^-47 near negative zeros, where results below 1/4 are undecided; relative
 * error 2^-45. Coefficients: coefficients/families/lgamma.py and constants.py.
 */
#ifndef SB_SCALAR_LGAMMA_H
#define SB_SCALAR_LGAMMA_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/lgamma.h"
#include "scalar/plain_log.h"
#include "scalar/table_log.h"
#include "scalar/tgamma.h"

/* Return log Gamma(x), for x >= 36. */
SB_FN double_double lgamma_stirling_dd(double x)
{
    double_double constant = {SB_HALF_LOG_2PI, SB_HALF_LOG_2PI_TAIL};
    double inverse = 1.0 / x, rest = inverse * polynomial(lgamma_stirling, 7, inverse * inverse);
    double_double main = dd_product(dd_two_sum(x, -0.5), table_log(dd_of(x)));
    main = dd_plus_double(main, -x);
    double_double sum = dd_fast_two_sum(main.hi, constant.hi);
    return dd_fast_two_sum(sum.hi, sum.lo + (main.lo + (constant.lo + rest)));
}

/* Return 1 / Gamma(1 + d) for |d| <= 1/2, with an error of 2^-54. */
SB_FN double_double reciprocal_gamma_rounded(double d)
{
    double p = polynomial(reciprocal_gamma_rest, 12, d);
    SB_UNROLL
    for (int k = 16; k >= 1; k--) p = f64_mad(p, d, reciprocal_gamma_leading[k][0]);
    return dd_fast_two_sum(1.0, d * p);
}

/* Return the part with poles and zeros: |Gamma| in the middle, |d| W(d) W(-d) for lower x, 1 for
 * higher x. */
SB_FN double_double lgamma_singular(double x, uint64_t middle, gamma_place at)
{
    at.count = f64_select(middle, at.count, 0.0);
    double_double left = dd_product(reciprocal_gamma_dd(at.d), reciprocal_gamma_rounded(-at.d));
    left = dd_times_double(left, f64_abs(at.d));
    double_double outer = dd_select(mask_sign(x), left, dd_of(1.0));
    return dd_select(middle, gamma_dd(at), outer);
}

SB_FN double lgamma_to_odd(double x)
{
    double size = f64_abs(x), bounded = f64_lesser(size, 0x1p24);
    uint64_t negative = mask_sign(x), middle = mask_below(size, f64_select(negative, 42.5, 36.5));
    gamma_place at = gamma_locate(f64_with_sign(bounded, x));
    uint64_t infinite = (at.left & ~mask_nonzero(at.d)) | mask_not_finite(x);
    double_double near = table_log(lgamma_singular(x, middle, at));
    double beyond = f64_select(middle, 64.0, f64_select(negative, 1.0 + bounded, size));
    double_double far = dd_select(middle, dd_of(0.0), lgamma_stirling_dd(beyond));
    double_double sum = dd_sum(far, near);
    double y = dd_round_to_odd(dd_select(negative & ~middle, dd_negated(sum), sum));
    y = f64_select(mask_nonzero(y), y, 0.0);
    return f64_select(mask_nan(x), x, f64_select(infinite, SB_INFINITY, y));
}

/* For |x| < 8.5 the result is factor * log(operand) + rest. */
typedef struct lgamma_inner {
    double operand, factor, rest;
    double sine; /* |sin(pi x)| / pi */
    uint64_t reflected, pole;
} lgamma_inner;

SB_FN lgamma_inner lgamma_inner_parts(double x)
{
    lgamma_inner y;
    double size = f64_abs(x), bounded = f64_lesser(size, 0x1p24);
    y.reflected = mask_sign(x) & mask_below(0.5, size);
    double v = f64_select(y.reflected, bounded, f64_with_sign(bounded, x));
    double m = (v + 0x1.8p52) - 0x1.8p52, d = v - m;
    uint64_t low = mask_sign(m - 1.5); /* m = 0 or 1 */
    double product = 1.0, linear = d * long_polynomial(lgamma_about_two, 16, d);
    SB_UNROLL
    for (int j = 2; j < 8; j++)
        product *= f64_select(mask_sign((double)j + 0.5 - m), (double)j + d, 1.0);
    double lowest = f64_abs(v) * f64_select(mask_nonzero(m), 1.0, 1.0 + v);
    double positive = f64_select(low, lowest, product);
    y.sine = f64_abs(d) * polynomial(sine_ratio, 8, d * d);
    double mirrored = y.sine * f64_select(low, 1.0, product * size);
    y.operand = f64_select(y.reflected, mirrored, positive);
    y.factor = f64_select(low | y.reflected, -1.0, 1.0);
    y.rest = f64_select(y.reflected, -linear, linear);
    y.pole = y.reflected & ~mask_nonzero(d);
    return y;
}

/* Return y, or the result at poles, or NaN if the result is undecided. */
SB_FN double lgamma_checked(double x, double y, uint64_t reflected, uint64_t pole)
{
    uint64_t cancelled = reflected & mask_below(f64_abs(y), 0.25), finite = ~mask_not_finite(x);
    y = f64_select(cancelled | ~finite | ~mask_nonzero(x), SB_NAN, y);
    return f64_select(pole & finite, SB_INFINITY, y);
}

/* Return the result of lgamma_quick for |x| < 8.5, otherwise NaN. */
SB_FN double lgamma_inner_quick(double x)
{
    lgamma_inner p = lgamma_inner_parts(x);
    double y =
        lgamma_checked(x, f64_mad(p.factor, plain_log(p.operand), p.rest), p.reflected, p.pole);
    return f64_select(mask_below(f64_abs(x), 8.5), y, SB_NAN);
}

SB_FN double lgamma_quick(double x)
{
    lgamma_inner p = lgamma_inner_parts(x);
    double size = f64_abs(x);
    uint64_t negative = mask_sign(x), inner = mask_below(size, 8.5);

    /* For |x| >= 8.5, use Stirling's series. For x < 0 it takes the reflected operand, and the sine
     * is a separate term. */
    double inverse = 1.0 / size, s = inverse * polynomial(lgamma_stirling, 7, inverse * inverse);
    double beyond = (s + SB_HALF_LOG_2PI) - size;
    double side = f64_select(negative, -0.5, 0.5);
    beyond = f64_with_sign(1.0, x) * beyond - f64_select(negative & ~inner, plain_log(p.sine), 0.0);
    double operand = f64_select(inner, p.operand, size);
    double factor = f64_select(inner, p.factor, f64_with_sign(size - side, x));
    double y = f64_mad(factor, plain_log(operand), f64_select(inner, p.rest, beyond));
    return lgamma_checked(x, y, p.reflected, p.pole);
}

#endif
