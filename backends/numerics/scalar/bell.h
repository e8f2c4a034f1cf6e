/* bell.h - sigmoid'(x) = E / (1 + E)^2 with E = e^-|x|, and tanh'(x) = 4 sigmoid'(2 x), rounded to
 * odd.
 *
 * Method: double-double arithmetic by wide_exp.h. Near 0 the values are 1/4 - x^2/16 + x^4/96 and 1
 * - x^2 + 2/3 x^4. Relative error: 2^-95. A midpoint can agree with the first two terms only if x^2
 * exceeds 2^-25 of the first, and then the third term is above 2^-53.
 */
#ifndef SB_SCALAR_BELL_H
#define SB_SCALAR_BELL_H

#include "scalar/activation_exp.h"
#include "scalar/wide_exp.h"

/* Return E / (1 + E)^2 for E = e^-t, t >= 0. wide_exp limits t. */
SB_FN double_double bell(double t)
{
    double_double e = wide_exp(dd_of(-t));
    return dd_quotient(e, dd_square(dd_plus_double(e, 1.0)));
}

SB_FN double sigmoid_derivative_to_odd(double x)
{
    return f64_select(mask_nan(x), x, dd_round_to_odd(bell(f64_abs(x))));
}

SB_FN double tanh_derivative_to_odd(double x)
{
    double_double y = dd_scaled(bell(2.0 * f64_abs(x)), 4.0);
    return f64_select(mask_nan(x), x, dd_round_to_odd(y));
}

/* Return sigmoid' or tanh' in binary64, with a relative error below 2^-47. */
SB_FN double bell_quick(double t)
{
    double e = activation_exp(-at_most(t, 200.0)), d = 1.0 + e;
    return e / (d * d);
}

SB_FN double sigmoid_derivative_quick(double x) { return bell_quick(f64_abs(x)); }

SB_FN double tanh_derivative_quick(double x) { return 4.0 * bell_quick(2.0 * f64_abs(x)); }

#endif
