/* rare_erf_f64.h - the error functions and gelu of operands of binary64 that erf_f64.h leaves
 * undecided because of their size or the size of the result.
 *
 * With T = t + k / (t + 2k / (t + 3k / (t + ...))), Laplace's continued fraction (Abramowitz and
 * Stegun, 7.1.14), erfc t = e^(-t^2) / (sqrt(pi) T) for k = 1/2, and Phi(-t) = phi(t) / T for k =
 * 1. It is cut after 64 quotients. All terms are positive, and at t = 3 and t = 4.2, where it
 * converges slowest, the error is 2^-83 and 2^-82. Errors shrink in its steps, so evaluation adds
 * 2^-98, and e to the power of an exact square 2^-95 (rare_exp_f64.h). gelu's derivative on the
 * left is phi (1/T - t), where 1/T is below a seventeenth of the difference: below 2^-81, as the
 * other functions are. For the opposite operand the result is 1 or 2 minus this one. Beyond 40,
 * where e^(-t^2 / 2) < 2^-1154, t is replaced by 40: the result is zero, 1, 2 or x in either case.
 * About 0 (mask_tiny) the first term of a series is the result. Other operands are left undecided.
 * SB_ERF_RARE_F64_ERROR is twice these bounds.
 */
#ifndef SB_SCALAR_RARE_ERF_F64_H
#define SB_SCALAR_RARE_ERF_F64_H

#include "scalar/erf_f64.h"
#include "scalar/rare_exp_f64.h"

#define SB_ERF_RARE_F64_ERROR 0x1p-80

/* Return T, for k = step. */
SB_FN double_double laplace_fraction_f64(double t, double step)
{
    double_double s = dd_of(t);
    for (int n = 64; n >= 1; n--)
        s = dd_fast_sum(dd_of(t), dd_quotient(dd_of(step * (double)n), s));
    return s;
}

/* Return factor e^(-scale t^2), for scale t^2 <= 1400. */
SB_FN scaled_f64 scaled_bell(double t, double scale, double_double factor)
{
    return scaled_times(scaled_exp(dd_scaled(dd_two_product(t, t), -scale)), factor);
}

SB_FN scaled_f64 erf_rare_f64(double x)
{
    const double_double slope = {SB_TWO_OVER_ROOT_PI, SB_TWO_OVER_ROOT_PI_TAIL};
    scaled_f64 one = scaled_of(dd_of(f64_with_sign(1.0, x)));
    scaled_f64 far = scaled_where(~mask_below(f64_abs(x), 10.2), one);
    return scaled_select(mask_tiny(x), scaled_times(scaled_number(x), slope), far);
}

SB_FN scaled_f64 erfc_rare_f64(double x)
{
    const double_double slope = {SB_TWO_OVER_ROOT_PI, SB_TWO_OVER_ROOT_PI_TAIL};
    uint64_t right = ~mask_sign(x) & ~mask_below(f64_abs(x), 3.0);
    uint64_t left = mask_sign(x) & ~mask_below(f64_abs(x), 10.2);
    double t = f64_select(right, f64_lesser(f64_abs(x), 37.0), 3.0);
    double_double factor = dd_quotient(dd_scaled(slope, 0.5), laplace_fraction_f64(t, 0.5));
    scaled_f64 y = scaled_where(right, scaled_bell(t, 1.0, factor));
    y = scaled_select(left, scaled_constant(2.0), y);
    return scaled_select(mask_tiny(x), scaled_constant(1.0), y);
}

SB_FN scaled_f64 gelu_rare_f64(double x)
{
    uint64_t left = mask_sign(x) & ~mask_below(f64_abs(x), 4.2);
    uint64_t right = ~mask_sign(x) & ~mask_below(f64_abs(x), 14.9);
    double t = f64_select(left, f64_lesser(f64_abs(x), 40.0), 4.2);
    double_double factor = dd_times_double(dd_scaled(dd_constant(gelu_tanh_slope), 0.25), -t);
    factor = dd_quotient(factor, laplace_fraction_f64(t, 1.0));
    scaled_f64 y = scaled_where(left, scaled_bell(t, 0.5, factor));
    y = scaled_select(right, scaled_number(x), y);
    return scaled_select(mask_tiny(x), scaled_halved(x, 1.0), y);
}

SB_FN scaled_f64 gelu_derivative_rare_f64(double x)
{
    uint64_t far = ~mask_below(f64_abs(x), 4.2);
    double t = f64_select(far, f64_lesser(f64_abs(x), 40.0), 4.2);
    double_double factor = dd_quotient(dd_of(1.0), laplace_fraction_f64(t, 1.0));
    factor = dd_sum(factor, dd_of(-t));
    factor = dd_product(dd_scaled(dd_constant(gelu_tanh_slope), 0.25), factor);
    scaled_f64 left = scaled_bell(t, 0.5, factor);
    double_double density = bell_f64(f64_lesser(t, 14.9), 0.5, 1);
    scaled_f64 right = scaled_of(dd_rest(dd_product(factor, density)));
    left = scaled_where(far, scaled_select(mask_sign(x), left, right));
    return scaled_select(mask_tiny(x), scaled_constant(0.5), left);
}

#endif
