/* tanh.h - the hyperbolic tangent rounded to odd.
 *
 * Method: for |x| < 1/4, x + x^3 P(x^2) with x exact; elsewhere (1 - E) / (1 + E), E = e^(-2|x|),
 * in double-double, with the sign of x.
 * Error: relative 2^-56.8. The hardest binary32 case needs 2^-50.3.
 * Coefficients: coefficients/families/tanh.py.
 */
#ifndef SB_SCALAR_TANH_H
#define SB_SCALAR_TANH_H

#include "scalar/coefficients/tanh.h"
#include "scalar/exp.h"
#include "scalar/quick_exp.h"

SB_FN double tanh_to_odd(double x)
{
    const double *c = tanh_rest;
    double size = f64_abs(x);
    uint64_t small = mask_below(size, 0.25);
    double near = f64_select(small, x, 0.0), w = near * near, p = c[7];
    p = f64_mad(p, w, c[6]);
    p = f64_mad(p, w, c[5]);
    p = f64_mad(p, w, c[4]);
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    double_double low = dd_fast_two_sum(near, (w * near) * p);
    double_double e = exp_dd(-2.0 * f64_lesser(size, 32.0));
    double_double n = dd_fast_two_sum(1.0, -e.hi), d = dd_fast_two_sum(1.0, e.hi);
    n.lo -= e.lo;
    d.lo += e.lo;
    double_double high = dd_quotient(n, d);
    double y = f64_select(small, dd_round_to_odd(low), dd_round_to_odd(high));
    return f64_select(mask_nan(x), x, f64_with_sign(y, x));
}

/* Return tanh in binary64, by (e^2x - 1) / (e^2x + 1). The relative error is twice the error of
 * expm1_quick plus two roundings, below 2^-44.5. */
SB_FN double tanh_quick(double x)
{
    double m = expm1_quick(2.0 * f64_lesser(f64_abs(x), 20.0));
    return f64_select(mask_nan(x), x, f64_with_sign(m / (m + 2.0), x));
}

#endif
