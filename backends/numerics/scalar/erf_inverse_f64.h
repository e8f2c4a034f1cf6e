/* erf_inverse_f64.h - the inverse error function and the normal quantile of operands of binary64,
 * as double-doubles.
 *
 * `wide` as in exp_f64.h. y0 of erf_inverse.h solves erf(y) = p, erfc(y) = q = 1 - p to a relative
 * 2^-48. One step of Newton's iteration is y0 + w with w = (p - erf y0) / erf'(y0): it leaves y0
 * w^2, below 2^-89 of y for y < 10.1. w has an error of 2^-50 of itself, which is 2^-98 of y, and
 * by the error of the residual, divided by y erf'(y).
 *
 * First evaluation: p and erf for p < 1/2, else q and erfc. Where it matters p or q is exactly one
 * number, and its difference from the upper part of erf or erfc is exact too (Sterbenz). Both
 * functions are right to 2^-59 (erf_f64.h), and p / (y erf'(y)) and q / (y erf'(y)) are at most
 * 1.17: below 2^-58.
 *
 * Wide, y < 3: erf by the series of erf_f64.h, whose relative error is 2^-92, and p as it is, one
 * number or the exact sum 1 - q. p / (y erf'(y)) is at most 2400: below 2^-80. For y >= 3, erfc by
 * Laplace's continued fraction (Abramowitz and Stegun, 7.1.14), erfc y = e^(-y^2) / sqrt(pi) / (y +
 * (1/2) / (y + (2/2) / (y + (3/2) / (y + ...)))), cut after 64 quotients. All terms are positive,
 * and at y = 3, where it converges slowest, the error is 2^-83. The rest is right to 2^-94, and q /
 * (y erf'(y)) is below 1/18: below 2^-86. The root of 2 adds 2^-101. Errors below are twice these
 * bounds, or more. Operands below 2^-300, and probabilities below 2^-147, are left undecided.
 */
#ifndef SB_SCALAR_ERF_INVERSE_F64_H
#define SB_SCALAR_ERF_INVERSE_F64_H

#include "scalar/erf_f64.h"
#include "scalar/erf_inverse.h"

#define SB_ERF_INVERSE_F64_ERROR 0x1p-57
#define SB_ERF_INVERSE_F64_WIDE_ERROR 0x1p-79

/* Return y + (1/2) / (y + ...) of the continued fraction if `far`, else S(2 y^2) of erf_f64.h. One
 * loop computes both, because each has one quotient and one sum per step. */
SB_FN double_double erf_terms_f64(double y, uint64_t far)
{
    double_double w = dd_scaled(dd_two_product(y, y), 2.0);
    double_double first = dd_of(f64_select(far, y, 1.0)), s = first;
    for (int n = 63; n >= 0; n--) {
        double_double above = dd_select(far, dd_of(0.5 * (double)(n + 1)), dd_product(w, s));
        double_double below = dd_select(far, s, dd_of(2 * n + 3));
        s = dd_sum(first, dd_quotient(above, below));
    }
    return s;
}

/* Return p - erf y more accurately than inverse_residual_f64. */
SB_FN double inverse_residual_wide_f64(double_double p, double q, double y, double_double slope)
{
    uint64_t far = ~mask_below(y, 3.0);
    double_double s = erf_terms_f64(y, far);
    double_double below = dd_product(slope, dd_times_double(s, y));
    double_double above = dd_quotient(dd_scaled(slope, 0.5), s);
    double_double gap =
        dd_sum(dd_select(far, above, p), dd_negated(dd_select(far, dd_of(q), below)));
    return gap.hi + gap.lo;
}

/* Return p - erf y, computed from erf or from erfc. */
SB_FN double inverse_residual_f64(double p, double q, double y)
{
    double_double below = erf_dd(f64_lesser(y, 1.0)), above = erfc_tail_f64(y);
    double near = (p - below.hi) - below.lo, far = (above.hi - q) + above.lo;
    return f64_select(mask_below(p, 0.5), near, far);
}

/* Return the y > 0 with erf(y) = p. For p >= 1/2, q = 1 - p is exact; below 1/2, p is a single
 * number. */
SB_FN double_double inverse_f64(double_double p, double q, int wide)
{
    const double_double factor = {SB_TWO_OVER_ROOT_PI, SB_TWO_OVER_ROOT_PI_TAIL};
    double y = inverse_start(p.hi, q);
    double_double slope = dd_product(factor, bell_f64(y, 1.0, wide));
    double residual =
        wide ? inverse_residual_wide_f64(p, q, y, slope) : inverse_residual_f64(p.hi, q, y);
    return dd_fast_two_sum(y, residual / slope.hi);
}

SB_FN double_double erfinv_f64(double x, int wide)
{
    uint64_t inside = mask_usual(x, 1.0);
    double p = f64_select(inside, f64_abs(x), 0.25);
    return dd_where(inside, dd_with_sign(inverse_f64(dd_of(p), 1.0 - p, wide), x));
}

/* Return +-sqrt(2) y, where q is twice the smaller of x and 1 - x. */
SB_FN double_double normal_quantile_f64(double x, int wide)
{
    const double_double root = {SB_ROOT_2, SB_ROOT_2_TAIL};
    uint64_t inside = mask_below(0x1p-147, f64_abs(x)) & mask_probability(x);
    inside &= mask_nonzero(x - 0.5);
    double z = f64_select(inside, x, 0.25), q = both_tails(z);
    double_double y = dd_product(root, inverse_f64(dd_two_sum(1.0, -q), q, wide));
    return dd_where(inside, dd_with_sign(y, z - 0.5));
}

#endif
