/* erf_inverse_f64.h - the inverse error function and the normal quantile of operands of binary64,
 * as double-doubles.
 *
 * `wide` as in exp_f64.h. y0 of erf_inverse.h solves erf(y) = p, erfc(y) = q = 1 - p to a relative
 * 2^-48, and one step of Newton's iteration is y0 + w with w = (p - erf y0) / erf'(y0): what is
 * left, y0 w^2, is below 2^-89 of y for y < 10.1. w is off by 2^-50 of itself, so by 2^-98 of y,
 * and by what the residual is off by, divided by y erf'(y).
 *
 * First evaluation: p and erf for p < 1/2, else q and erfc. Where it counts p or q is one number,
 * exactly, and so is the difference, by Sterbenz, but for the lower parts. Both functions are right
 * to 2^-59 (erf_f64.h), and p / (y erf'(y)) and q / (y erf'(y)) are at most 1.17: below 2^-58.
 * Wide: the series of erf_f64.h, 2^-92, for y < 3, where p is one number or the exact sum 1 - q.
 * 1 / (y erf'(y)) is at most 2400 beyond 1/2: below 2^-80. Farther out operands are left open.
 * The root of 2 adds 2^-101. Errors below are twice these bounds.
 * Operands below 2^-300, and probabilities below 2^-147, are left open.
 */
#ifndef SB_SCALAR_ERF_INVERSE_F64_H
#define SB_SCALAR_ERF_INVERSE_F64_H

#include "scalar/erf_f64.h"
#include "scalar/erf_inverse.h"

#define SB_ERF_INVERSE_F64_ERROR 0x1p-57
#define SB_ERF_INVERSE_F64_WIDE_ERROR 0x1p-79

/* The y > 0 with erf(y) = p; q = 1 - p, exactly for p >= 1/2, and p is one number below. */
SB_FN double_double inverse_f64(double_double p, double q, int wide)
{
    double y = inverse_start(p.hi, q), residual;
    uint64_t inside = mask_below(y, wide ? 2.99 : 10.1);
    y = f64_select(inside, y, 1.0);
    if (wide) {
        double_double gap = dd_sum(p, dd_negated(erf_series_f64(y)));
        residual = gap.hi + gap.lo;
    } else {
        double_double below = erf_dd(f64_lesser(y, 1.0)), above = erfc_tail_f64(y);
        double near = (p.hi - below.hi) - below.lo, far = (above.hi - q) + above.lo;
        residual = f64_select(mask_below(p.hi, 0.5), near, far);
    }
    double slope = SB_TWO_OVER_ROOT_PI * bell_f64(y, 1.0, 0).hi;
    return dd_where(inside, dd_fast_two_sum(y, residual / slope));
}

SB_FN double_double erfinv_f64(double x, int wide)
{
    uint64_t inside = mask_usual(x, 1.0);
    double p = f64_select(inside, f64_abs(x), 0.25);
    return dd_where(inside, dd_with_sign(inverse_f64(dd_of(p), 1.0 - p, wide), x));
}

/* +-sqrt(2) y, with q twice the smaller one of x and 1 - x. */
SB_FN double_double normal_quantile_f64(double x, int wide)
{
    const double_double root = {SB_ROOT_2, SB_ROOT_2_TAIL};
    uint64_t inside =
        mask_below(0x1p-147, f64_abs(x)) & mask_probability(x) & mask_nonzero(x - 0.5);
    double z = f64_select(inside, x, 0.25), q = both_tails(z);
    double_double y = dd_product(root, inverse_f64(dd_two_sum(1.0, -q), q, wide));
    return dd_where(inside, dd_with_sign(y, z - 0.5));
}

#endif
