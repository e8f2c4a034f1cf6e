/* rare_units_f64.h - the exponential units elu, selu, celu and their derivatives of operands of
 * binary64 that exp_f64.h leaves undecided.
 *
 * As in rare_exp_f64.h. For x > 0 the result is x, 1, or scale times them. Left of -80 alpha (e^x -
 * 1) is -alpha, with an error of 2^-115. About 0 it is alpha x. alpha e^x adds 2^-100. celu's
 * quotient z = x / alpha has an error of 2^-100 of 1400. About 0, z < 2^-150 is lost when it is
 * added to 1. Errors are below 2^-88. Zeros, and alpha beyond 2^-150 .. 2^150, are left undecided.
 */
#ifndef SB_SCALAR_RARE_UNITS_F64_H
#define SB_SCALAR_RARE_UNITS_F64_H

#include "scalar/rare_exp_f64.h"

SB_FN uint64_t mask_plain_factor(double alpha)
{
    return mask_below(0x1p-150, f64_abs(alpha)) & mask_below(f64_abs(alpha), 0x1p150);
}

/* Return `right` for x > 0, and `left` for x < 0. Zeros are left undecided. */
SB_FN scaled_f64 scaled_sides(double x, scaled_f64 left, scaled_f64 right)
{
    return scaled_where(mask_nonzero(x), scaled_select(mask_sign(x), left, right));
}

SB_FN scaled_f64 elu_rare_f64(double x, double alpha)
{
    scaled_f64 about_zero = scaled_times(scaled_number(x), dd_of(alpha));
    scaled_f64 left = scaled_pieces(x, scaled_constant(-alpha), about_zero, about_zero);
    return scaled_sides(x, scaled_where(mask_plain_factor(alpha), left), scaled_number(x));
}

SB_FN scaled_f64 elu_derivative_rare_f64(double x, double alpha)
{
    scaled_f64 left = scaled_times(scaled_exp_of(x), dd_of(alpha));
    return scaled_sides(x, scaled_where(mask_plain_factor(alpha), left), scaled_constant(1.0));
}

/* Return x / alpha, with its magnitude limited to 1400. */
SB_FN double_double celu_quotient_f64(double x, double alpha)
{
    double divisor = f64_select(mask_plain_factor(alpha), alpha, 1.0);
    double_double z = dd_quotient(dd_of(f64_within(x, 0x1p200)), dd_of(divisor));
    return dd_select(mask_below(f64_abs(z.hi), 1400.0), z, dd_of(f64_with_sign(1400.0, z.hi)));
}

SB_FN scaled_f64 celu_rare_f64(double x, double alpha)
{
    double_double z = celu_quotient_f64(x, alpha);
    scaled_f64 up = scaled_times(scaled_exp(z), dd_of(alpha));
    scaled_f64 far = scaled_select(mask_sign(z.hi), scaled_constant(-alpha), up);
    far = scaled_where(~mask_below(f64_abs(z.hi), 80.0), far);
    scaled_f64 left = scaled_select(mask_tiny(x), scaled_number(x), far);
    return scaled_sides(x, scaled_where(mask_plain_factor(alpha), left), scaled_number(x));
}

SB_FN scaled_f64 celu_derivative_rare_f64(double x, double alpha)
{
    scaled_f64 left = scaled_exp(celu_quotient_f64(x, alpha));
    return scaled_sides(x, scaled_where(mask_plain_factor(alpha), left), scaled_constant(1.0));
}

SB_FN scaled_f64 selu_rare_f64(double x)
{
    double_double slope = dd_constant(selu_scale_a);
    scaled_f64 about_zero = scaled_times(scaled_number(x), slope);
    scaled_f64 left = scaled_pieces(x, scaled_of(dd_negated(slope)), about_zero, about_zero);
    return scaled_sides(x, left, scaled_times(scaled_number(x), dd_constant(selu_scale)));
}

SB_FN scaled_f64 selu_derivative_rare_f64(double x)
{
    scaled_f64 left = scaled_times(scaled_exp_of(x), dd_constant(selu_scale_a));
    scaled_f64 right = scaled_of(dd_constant(selu_scale));
    return scaled_select(mask_sign(x) | ~mask_nonzero(x), left, right);
}

#endif
