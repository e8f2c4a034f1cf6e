/* erf_inverse.h - the inverse error function and the normal quantile, rounded to odd and in
 * binary64.
 *
 * Let p = |2 Phi - 1| or |x|, and q = 1 - p; the smaller of p and q is exact. Then y solves
 * erf(y) = p and erfc(y) = q, and normal_quantile = +-sqrt(2) y. Start: for p^2 <= 1/2, p times a
 * polynomial in p^2; for larger p, with s = sqrt(-log q), s times a polynomial in (s - 2) / (s +
 * 2). Relative error 2^-48; this is also the quick result. To odd: one step of Newton's iteration,
 * y + w with w = (p - erf y) / erf'(y), or from erfc. Its error, y w^2, is 2^-88 of y. The
 * residual: erf to 2^-61.5 (erf.h), whose condition number is 1 or above in p^2 <= 1/2, or erfc to
 * 2^-61.5 (erfc.h with wide_exp of the exact -y^2), whose condition number is above 1.4; then 2^-47
 * times 2^-50 from the division. Together relative 2^-61. Coefficients:
 * coefficients/families/erf_inverse.py and constants.py.
 */
#ifndef SB_SCALAR_ERF_INVERSE_H
#define SB_SCALAR_ERF_INVERSE_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/erf_inverse.h"
#include "scalar/erf.h"
#include "scalar/erfc.h"
#include "scalar/plain_log.h"
#include "scalar/wide_exp.h"

#define INVERSE_MIDDLE SB_ROOT_HALF

/* Solve erf(y) = p or erfc(y) = q approximately, for 0 <= p < 1 and q >= 2^-148. */
SB_FN double inverse_start(double p, double q)
{
    double w = p * p + 0x1p-100; /* added so that no power of w is subnormal, which would be slow */
    double near = p * long_polynomial(inverse_centre, 18, w);
    double s = SB_SQRT(-plain_log(f64_lesser(q, 0.3))), v = (s - 2.0) / (s + 2.0);
    double far = s * long_polynomial(inverse_tail, 21, v);
    return f64_select(mask_below(p, INVERSE_MIDDLE), near, far);
}

/* Solve the same equations for y as a double-double. */
SB_FN double_double inverse_dd(double p, double q)
{
    double y = inverse_start(p, q);
    double_double square = dd_two_product(y, y);
    /* The operand of wide_exp is limited far beyond y = 10.1. */
    double_double decay = wide_exp(dd_negated(square));
    double_double below = erf_dd(f64_lesser(y, 1.0)), above = dd_product(decay, scaled_erfc(y));
    double near = (p - below.hi) - below.lo, far = (above.hi - q) + above.lo;
    double residual = f64_select(mask_below(p, INVERSE_MIDDLE), near, far);
    return dd_fast_two_sum(y, residual / (decay.hi * SB_TWO_OVER_ROOT_PI));
}

SB_FN double erfinv_to_odd(double x)
{
    double size = f64_abs(x);
    uint64_t inside = mask_below(size, 1.0);
    double p = f64_select(inside, size, 0.0);
    double y = dd_round_to_odd(inverse_dd(p, 1.0 - p));
    double outside = f64_select(mask_nonzero(size - 1.0), SB_NAN, SB_INFINITY);
    return f64_with_sign(f64_select(inside, y, outside), x);
}

SB_FN double erfinv_quick(double x)
{
    double size = f64_abs(x);
    uint64_t inside = mask_below(size, 1.0);
    double p = f64_select(inside, size, 0.0);
    return f64_select(inside, f64_with_sign(inverse_start(p, 1.0 - p), x), SB_NAN);
}

/* Check whether 0 < x < 1, by the bits of x. */
SB_FN uint64_t mask_probability(double x)
{
    return mask_nonzero(x) & ~mask_sign(x) & mask_below(x, 1.0);
}

/* Return twice the smaller of x and 1 - x. */
SB_FN double both_tails(double x) { return 2.0 * f64_lesser(x, f64_abs(1.0 - x)); }

SB_FN double normal_quantile_to_odd(double x)
{
    uint64_t inside = mask_probability(x);
    double z = f64_select(inside, x, 0.5), q = both_tails(z);
    double_double root = {SB_ROOT_2, SB_ROOT_2_TAIL};
    double y = f64_with_sign(dd_round_to_odd(dd_product(root, inverse_dd(1.0 - q, q))), z - 0.5);
    double one = f64_select(mask_nonzero(x - 1.0), SB_NAN, SB_INFINITY);
    return f64_select(inside, y, f64_select(mask_nonzero(x), one, -SB_INFINITY));
}

SB_FN double normal_quantile_quick(double x)
{
    uint64_t inside = mask_probability(x);
    double z = f64_select(inside, x, 0.5), q = both_tails(z);
    double y = f64_with_sign(SB_ROOT_2 * inverse_start(1.0 - q, q), z - 0.5);
    return f64_select(inside, y, SB_NAN);
}

#endif
