/* mish.h - mish(x) = x tanh(log(1 + e^x)) and its derivative, rounded to odd.
 *
 * Method: with E = e^-|x| by wide_exp.h, tanh(log(1 + e^x)) = m / (m + r), where m = E (E + 2), r =
 * 2 for x < 0, and m = 1 + 2 E, r = 2 E^2 for x >= 0. The derivative is (m (m + r) + 4 x E^j (1 +
 * E)) / (m + r)^2 with j = 1 for x < 0 and j = 2 for x >= 0; for x < 0 it is E ((E + 2) (m + 2) + 4
 * x (1 + E)) / (m + 2)^2, with a zero near -1.19.
 * Error: relative 2^-95, in the derivative relative to its terms: 2^-68 near the zero. Near 0 mish
 * is 3x/5 + ..., which is not a tie.
 */
#ifndef SB_SCALAR_MISH_H
#define SB_SCALAR_MISH_H

#include "scalar/about_zero.h"
#include "scalar/activation_exp.h"
#include "scalar/wide_exp.h"

SB_FN double mish_to_odd(double x)
{
    double z = activation_operand(x);
    uint64_t negative = mask_sign(z);
    double_double e = wide_exp(dd_of(-f64_abs(z)));
    double_double m = dd_select(negative, dd_product(e, dd_plus_double(e, 2.0)),
                                dd_plus_double(dd_scaled(e, 2.0), 1.0));
    double_double r = dd_select(negative, dd_of(2.0), dd_scaled(dd_square(e), 2.0));
    double_double y = dd_times_double(dd_quotient(m, dd_sum(m, r)), z);
    y.hi = f64_select(mask_nan(x), x, dd_round_to_odd(y));
    return f64_select(mask_nonzero(x), y.hi, x);
}

SB_FN double mish_derivative_to_odd(double x)
{
    double z = activation_operand(x);
    uint64_t negative = mask_sign(z);
    double_double e = wide_exp(dd_of(-f64_abs(z))), one = dd_of(1.0);
    double_double square = dd_square(e), two = dd_plus_double(e, 2.0);
    double_double top = dd_plus_double(dd_scaled(e, 2.0), 1.0); /* m, for x < 0 divided by E */
    top = dd_select(negative, two, top);
    double_double d = dd_select(negative, dd_plus_double(dd_product(e, two), 2.0),
                                dd_sum(top, dd_scaled(square, 2.0)));
    double_double bent = dd_times_double(dd_plus_double(e, 1.0), 4.0 * z);
    bent = dd_product(bent, dd_select(negative, one, square));
    double_double n = dd_sum(dd_product(top, d), bent);
    n = dd_product(n, dd_select(negative, e, one));
    double y = dd_round_to_odd(dd_quotient(n, dd_square(d)));
    return f64_select(mask_nan(x), x, y);
}

/* Return mish or its derivative in binary64, from e = e^x. mish is x m / (m + 2) with m = e (e +
 * 2), with a relative error below 2^-47. The derivative is (m (m + 2) + 4 x e (1 + e)) / (m + 2)^2;
 * near its zero it comes from about_zero.h. */
SB_FN double mish_quick(double x)
{
    double z = at_least(x, -200.0), e = activation_exp(at_most(z, 200.0));
    double m = f64_mad(e, e, e + e);
    return z * (m / (m + 2.0));
}

SB_FN double mish_derivative_quick(double x)
{
    double z = at_most(at_least(x, -120.0), 100.0), e = activation_exp(z);
    double m = f64_mad(e, e, e + e), d = m + 2.0, whole = m * d;
    double n = f64_mad(4.0 * z, f64_mad(e, e, e), whole);
    return about_zero(x, mish_zero, mish_about_zero, n / (d * d));
}

#endif
