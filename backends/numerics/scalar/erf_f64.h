/* erf_f64.h - the error functions and gelu of operands of binary64, as double-doubles.
 *
 * First evaluation (`wide` as in exp_f64.h): the expansions of erf.h, erfc.h, gelu.h and
 * gelu_derivative.h about a point of a table, at a distance u, which is exact. Their first two
 * terms are carried exactly. The rest, at most 2^-8.9 of the result, is computed with five
 * roundings or fewer: 2^-59.5. The tables have 2^-62. The powers of e, of squares that are exact as
 * double-doubles, have 2^-65. Together this is below 2^-59.1, also for 1 minus a number of this
 * kind below 1/2. erf is 1 - erfc from 4 on. At 10.2, where the operand is clamped, it is 1 to
 * 2^-150. The factor t - z of the derivative of gelu, z its zero, is off by 2^-106. Where it is
 * below 2^-43 the operand is left open, so it adds 2^-63 to the rest: below 2^-59.
 *
 * Wide: with S(w) = sum of w^n / (1 3 5 ... (2n + 1)), all of whose terms are positive,
 *   erf x = 2/sqrt(pi) x e^(-x^2) S(2 x^2),    Phi(x) - 1/2 = phi(x) x S(x^2).
 * 64 terms leave 2^-110 for w <= 18, and each step of Horner's rule adds 2^-99.9 in double-double:
 * 2^-92 with the factors. 1 - erf, Phi and Phi + x phi keep 2^-17 of 1 or more after cancellation,
 * so they are right to 2^-75. For larger |x|, erf x and Phi(x), and erfc of the opposite operand,
 * are 1 or 2 minus a first evaluation below 2^-15, so right to 2^-74. At 14.9 and beyond Phi is 1
 * to 2^-150.
 */
#ifndef SB_SCALAR_ERF_F64_H
#define SB_SCALAR_ERF_F64_H

#include "scalar/coefficients/gated.h"
#include "scalar/decide64.h"
#include "scalar/erf.h"
#include "scalar/erfc.h"
#include "scalar/gelu.h"
#include "scalar/gelu_derivative.h"
#include "scalar/wide_exp.h"

#define SB_ERF_F64_ERROR 0x1p-58
#define SB_ERF_F64_WIDE_ERROR 0x1p-72

/* Return e^(-scale t^2). */
SB_FN double_double bell_f64(double t, double scale, int wide)
{
    return exp_to(dd_scaled(dd_two_product(t, t), -scale), wide);
}

/* Return S(w), for w <= 18. */
SB_FN double_double odd_factorials_f64(double_double w)
{
    double_double s = dd_of(1.0);
    for (int n = 63; n >= 0; n--)
        s = dd_sum(dd_of(1.0), dd_quotient(dd_product(w, s), dd_of(2 * n + 3)));
    return s;
}

/* Return erf t, for t <= 3. */
SB_FN double_double erf_series_f64(double t)
{
    const double_double root = {SB_ROOT_2, SB_ROOT_2_TAIL};
    double_double factor = dd_product(dd_constant(gelu_tanh_slope), dd_scaled(root, 0.5));
    double_double series = odd_factorials_f64(dd_scaled(dd_two_product(t, t), 2.0));
    return dd_product(dd_product(factor, bell_f64(t, 1.0, 1)), dd_times_double(series, t));
}

/* Return phi(t) = e^(-t^2 / 2) / sqrt(2 pi). */
SB_FN double_double density_f64(double t)
{
    double_double factor = dd_scaled(dd_constant(gelu_tanh_slope), 0.25);
    return dd_product(factor, bell_f64(t, 0.5, 1));
}

/* Return Phi(-t), for t <= 4.2. */
SB_FN double_double tail_series_f64(double t)
{
    double_double series = odd_factorials_f64(dd_two_product(t, t));
    double_double half = dd_product(density_f64(t), dd_times_double(series, t));
    return dd_sum(dd_of(0.5), dd_negated(half));
}

/* Return 1 - w. */
SB_FN double_double dd_rest(double_double w) { return dd_sum(dd_of(1.0), dd_negated(w)); }

/* Return erfc t, for t <= 10.3. */
SB_FN double_double erfc_tail_f64(double t)
{
    return dd_product(bell_f64(t, 1.0, 0), scaled_erfc(t));
}

SB_FN double_double erf_f64(double x, int wide)
{
    uint64_t inside = mask_usual(x, 0x1p300);
    double t = f64_select(inside, f64_lesser(f64_abs(x), 10.2), 1.0), end = wide ? 3.0 : 4.0;
    double_double near = wide ? erf_series_f64(f64_lesser(t, 3.0)) : erf_dd(f64_lesser(t, 4.0));
    double_double y = dd_select(mask_below(t, end), near, dd_rest(erfc_tail_f64(t)));
    return dd_where(inside, dd_with_sign(y, x));
}

SB_FN double_double erfc_f64(double x, int wide)
{
    uint64_t inside = mask_usual(x, 10.2), near = mask_below(f64_abs(x), 3.0);
    double t = f64_select(inside, f64_abs(x), 1.0);
    double_double y = erfc_tail_f64(t);
    if (wide) {
        y = dd_select(near, dd_rest(erf_series_f64(f64_lesser(t, 3.0))), y);
        inside &= near | mask_sign(x);
    }
    return dd_where(inside, dd_select(mask_sign(x), dd_sum(dd_of(2.0), dd_negated(y)), y));
}

SB_FN double_double gelu_f64(double x, int wide)
{
    uint64_t right = ~mask_sign(x), near = mask_below(f64_abs(x), 4.2);
    uint64_t inside = mask_usual(x, 0x1p300) & (right | mask_below(f64_abs(x), 14.9));
    double t = f64_select(inside, f64_lesser(f64_abs(x), 14.9), 1.0);
    double_double tail = dd_product(bell_f64(t, 0.5, 0), scaled_tail(t));
    if (wide) {
        tail = dd_select(near, tail_series_f64(f64_lesser(t, 4.2)), tail);
        inside &= near | right;
    }
    double_double phi = dd_select(right, dd_rest(tail), tail);
    return dd_where(inside, dd_times_double(phi, x));
}

/* The code is for x < 0. For x > 0 the result is 1 minus the result for -x. */
SB_FN double_double gelu_derivative_f64(double x, int wide)
{
    double_double zero = {gelu_derivative_zero[0], gelu_derivative_zero[1]}, y;
    uint64_t inside = mask_usual(x, wide ? 4.2 : 14.9);
    double t = f64_select(inside, f64_abs(x), 1.0);
    double_double gap = dd_plus_double(dd_negated(zero), t);
    if (wide) {
        y = dd_sum(tail_series_f64(t), dd_times_double(density_f64(t), -t));
    } else {
        y = dd_product(bell_f64(t, 0.5, 0), gelu_derivative_quotient(t));
        y = dd_product(y, gap);
    }
    inside &= ~mask_below(f64_abs(gap.hi), wide ? 0x1p-16 : 0x1p-43);
    return dd_where(inside, dd_select(mask_sign(x), y, dd_rest(y)));
}

#endif
