/* units.h - the exponential units elu, selu, celu and their derivatives, rounded to odd.
 *
 * Method: x > 0 gives x (selu: times scale, a double-double). Otherwise factor * (e^t - 1) and
 * factor * e^t by wide_exp.h, with t = x and an exact factor alpha (elu), the double-double scale a
 * (selu), or t = x / alpha as a double-double and the factor alpha (celu; its derivative has no
 * factor). Near 0, alpha (x + x^2/2): the product of 24 by 24 bits is exact, so where it is a
 * midpoint lo is the second term, of any size. Error: relative 2^-94. Below -620, where wide_exp.h
 * bounds t, lo still shows that e^t is above 0. Zeros and infinities follow the table of S4. For
 * alpha <= 0 they follow the product in the definition. Coefficients:
 * coefficients/families/units.py.
 */
#ifndef SB_SCALAR_UNITS_H
#define SB_SCALAR_UNITS_H

#include "scalar/activation_exp.h"
#include "scalar/coefficients/units.h"
#include "scalar/wide_exp.h"

/* Return y for x <= 0, `line` for x > 0, and x for a NaN. */
SB_FN double units_join(double x, double y, double line)
{
    uint64_t right = ~mask_sign(x) & mask_nonzero(x);
    return f64_select(mask_nan(x), x, f64_select(right, line, y));
}

SB_FN double elu_to_odd(double x, double alpha)
{
    double y = dd_round_to_odd(dd_times_double(wide_expm1(dd_of(x)), alpha));
    y = f64_select(mask_nonzero(x) & mask_nonzero(alpha), y, alpha * x);
    y = f64_select(mask_not_finite(x), -alpha, y);
    return units_join(x, y, x);
}

SB_FN double elu_derivative_to_odd(double x, double alpha)
{
    double y = dd_round_to_odd(dd_times_double(wide_exp(dd_of(x)), alpha));
    return units_join(x, f64_select(mask_nonzero(alpha), y, alpha), 1.0);
}

SB_FN double selu_to_odd(double x)
{
    /* 2^128 gives the same rounded result as an infinity */
    double z = f64_with_sign(f64_lesser(f64_abs(x), 0x1p128), x);
    double_double y = dd_product(wide_expm1(dd_of(x)), dd_constant(selu_scale_a));
    double_double line = dd_times_double(dd_constant(selu_scale), z);
    y.hi = units_join(x, dd_round_to_odd(y), dd_round_to_odd(line));
    return f64_select(mask_nonzero(x), y.hi, x);
}

SB_FN double selu_derivative_to_odd(double x)
{
    double_double y = dd_product(wide_exp(dd_of(x)), dd_constant(selu_scale_a));
    return units_join(x, dd_round_to_odd(y), dd_round_to_odd(dd_constant(selu_scale)));
}

/* Return x / alpha for x <= 0. An infinity is replaced by 2^500; the quotient is then above 620 for
 * every alpha. */
SB_FN double_double celu_argument(double x, double alpha)
{
    return dd_quotient(dd_of(-f64_lesser(f64_abs(x), 0x1p500)), dd_of(alpha));
}

SB_FN double celu_to_odd(double x, double alpha)
{
    double y = dd_round_to_odd(dd_times_double(wide_expm1(celu_argument(x, alpha)), alpha));
    uint64_t limit = mask_not_finite(x) & ~mask_sign(alpha);
    y = f64_select(limit, -alpha, y);
    return f64_select(mask_nonzero(x), units_join(x, y, x), x);
}

SB_FN double celu_derivative_to_odd(double x, double alpha)
{
    return units_join(x, dd_round_to_odd(wide_exp(celu_argument(x, alpha))), 1.0);
}

/* The same functions in binary64. The relative error is below 2^-47. For celu and its derivative it
 * is below 2^-44.5, because rounding x / alpha, at most 300, costs 2^-53 relative to it. Beyond
 * 300, e^t is below or above the range of every format, for every alpha. */
SB_FN double elu_quick(double x, double alpha)
{
    double y = alpha * activation_expm1(at_most(at_least(x, -300.0), 0.0));
    y = x > 0.0 ? x : y;
    return x == 0.0 ? alpha * x : y;
}

SB_FN double elu_derivative_quick(double x, double alpha)
{
    double y = alpha * activation_exp(at_most(at_least(x, -300.0), 0.0));
    return x > 0.0 ? 1.0 : y;
}

SB_FN double selu_quick(double x)
{
    double y = selu_scale_a[0] * activation_expm1(at_most(at_least(x, -300.0), 0.0));
    y = x > 0.0 ? selu_scale[0] * x : y;
    return x == 0.0 ? x : y;
}

SB_FN double selu_derivative_quick(double x)
{
    double y = selu_scale_a[0] * activation_exp(at_most(at_least(x, -300.0), 0.0));
    return x > 0.0 ? selu_scale[0] : y;
}

SB_FN double celu_quick(double x, double alpha)
{
    double t = at_most(at_least(x / alpha, -300.0), 300.0);
    double y = alpha * activation_expm1(t);
    return x >= 0.0 ? x : y;
}

SB_FN double celu_derivative_quick(double x, double alpha)
{
    double y = activation_exp(at_most(at_least(x / alpha, -300.0), 300.0));
    return x > 0.0 ? 1.0 : y;
}

#endif
