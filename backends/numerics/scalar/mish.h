/* mish.h - mish(x) = x tanh(log(1 + e^x)) and its derivative, rounded to odd.
 *
 * Method: with E = e^-|x| by wide_exp.h, tanh(log(1 + e^x)) = m / (m + r), where m = E (E + 2), r
 * = 2 for x < 0, and m = 1 + 2 E, r = 2 E^2 for x >= 0. The derivative is (m (m + r) + 4 x E^j (1
 * + E)) / (m + r)^2 with j = 1 for x < 0 and j = 2 for x >= 0; for x < 0 it is E ((E + 2) (m + 2)
 * + 4 x (1 + E)) / (m + 2)^2, with a zero near -1.19.
 * Error: relative 2^-95, in the derivative relative to its terms: 2^-68 near the zero. Near 0 mish
 * is 3x/5 + ..., which is no tie.
 */
#ifndef SB_SCALAR_MISH_H
#define SB_SCALAR_MISH_H

#include "scalar/about_zero.h"
#include "scalar/activation_exp.h"
#include "scalar/wide_exp.h"

SB_FN double mish_odd(double x)
{
    double z = activation_operand(x);
    uint64_t negative = mask_sign(z);
    f64_pair e = wide_exp(pair_of(-f64_abs(z)));
    f64_pair m = pair_select(negative, pair_product(e, pair_plus_double(e, 2.0)),
                             pair_plus_double(pair_scaled(e, 2.0), 1.0));
    f64_pair r = pair_select(negative, pair_of(2.0), pair_scaled(pair_square(e), 2.0));
    f64_pair y = pair_times_double(pair_quotient(m, pair_sum(m, r)), z);
    y.hi = f64_select(mask_nan(x), x, pair_round_odd(y));
    return f64_select(mask_nonzero(x), y.hi, x);
}

SB_FN double mish_derivative_odd(double x)
{
    double z = activation_operand(x);
    uint64_t negative = mask_sign(z);
    f64_pair e = wide_exp(pair_of(-f64_abs(z))), one = pair_of(1.0);
    f64_pair square = pair_square(e), two = pair_plus_double(e, 2.0);
    f64_pair top = pair_plus_double(pair_scaled(e, 2.0), 1.0); /* m, for x < 0 divided by E */
    top = pair_select(negative, two, top);
    f64_pair d = pair_select(negative, pair_plus_double(pair_product(e, two), 2.0),
                             pair_sum(top, pair_scaled(square, 2.0)));
    f64_pair bent = pair_times_double(pair_plus_double(e, 1.0), 4.0 * z);
    bent = pair_product(bent, pair_select(negative, one, square));
    f64_pair n = pair_sum(pair_product(top, d), bent);
    n = pair_product(n, pair_select(negative, e, one));
    double y = pair_round_odd(pair_quotient(n, pair_square(d)));
    return f64_select(mask_nan(x), x, y);
}

/* Both in binary64, from e = e^x: x m / (m + 2) with m = e (e + 2), relative error below 2^-47, and
 * (m (m + 2) + 4 x e (1 + e)) / (m + 2)^2, near its zero by about_zero.h. */
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
