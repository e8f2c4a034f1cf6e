/* erf_f64.h - the error functions and gelu of operands of binary64, as double-doubles.
 *
 * The expansions of erf.h, erfc.h, gelu.h and gelu_derivative.h take any operand, not only one of
 * binary32, and have relative errors below 2^-61.3; the powers of e come from wide_exp.h to 2^-65,
 * of squares that are exact as double-doubles. Together below 2^-61.1, also of 1 less such a number
 * that is below 1/2. erf is 1 - erfc from 4 on; at 6.5, where the operand stays, it is 1 to 2^-64.
 * The factor t - z of the derivative of gelu, z its zero, is off by 2^-106: where it is below 2^-16
 * the operand is left open. The error below is twice the bound.
 */
#ifndef SB_SCALAR_ERF_F64_H
#define SB_SCALAR_ERF_F64_H

#include "scalar/decide64.h"
#include "scalar/erf.h"
#include "scalar/erfc.h"
#include "scalar/gelu.h"
#include "scalar/gelu_derivative.h"
#include "scalar/wide_exp.h"

#define SB_ERF_F64_ERROR 0x1.dp-61

/* e^(-scale t^2). */
SB_FN double_double bell_f64(double t, double scale)
{
    return mid_exp(dd_scaled(dd_two_product(t, t), -scale));
}

/* erfc(t), for 0 <= t <= 10.3. */
SB_FN double_double erfc_tail_f64(double t) { return dd_product(bell_f64(t, 1.0), scaled_erfc(t)); }

SB_FN double_double erf_f64(double x)
{
    uint64_t inside = mask_usual(x, 0x1p300), low = mask_below(f64_abs(x), 4.0);
    double t = f64_select(inside, f64_lesser(f64_abs(x), 6.5), 1.0);
    double_double far = dd_sum(dd_of(1.0), dd_negated(erfc_tail_f64(t)));
    double_double y = dd_select(low, erf_dd(f64_lesser(t, 4.0)), far);
    return dd_where(inside, dd_with_sign(y, x));
}

SB_FN double_double erfc_f64(double x)
{
    uint64_t inside = mask_usual(x, 10.2);
    double_double tail = erfc_tail_f64(f64_select(inside, f64_abs(x), 1.0));
    return dd_where(inside, dd_select(mask_sign(x), dd_sum(dd_of(2.0), dd_negated(tail)), tail));
}

SB_FN double_double gelu_f64(double x)
{
    uint64_t inside = mask_usual(x, 14.9);
    double t = f64_select(inside, f64_abs(x), 1.0);
    double_double tail = dd_product(bell_f64(t, 0.5), scaled_tail(t));
    double_double phi = dd_select(mask_sign(x), tail, dd_sum(dd_of(1.0), dd_negated(tail)));
    return dd_where(inside, dd_times_double(phi, x));
}

SB_FN double_double gelu_derivative_f64(double x)
{
    double_double zero = {gelu_derivative_zero[0], gelu_derivative_zero[1]};
    uint64_t inside = mask_usual(x, 14.9);
    double t = f64_select(inside, f64_abs(x), 1.0);
    double_double gap = dd_plus_double(dd_negated(zero), t);
    double_double y = dd_product(dd_product(bell_f64(t, 0.5), gelu_derivative_quotient(t)), gap);
    inside &= ~mask_below(f64_abs(gap.hi), 0x1p-16);
    y = dd_select(mask_sign(x), y, dd_sum(dd_of(1.0), dd_negated(y)));
    return dd_where(inside, y);
}

#endif
