/* log_cosh.h - log(cosh x) rounded to odd, in binary64, and as a double-double.
 *
 * Method: cosh x - 1 = E Q / 2, E = e^|x| - 1 by wide_exp.h, Q = E / (1 + E), and its logarithm by
 * wide_log.h, up to 110; beyond, |x| - log 2, which e^-220 does not show beside. Below 2^-20 it is
 * x^2/2, exact, less x^4/12 (1 - 4 x^2/15 ...). Error, relative: 2^-90. Clauses R1, R2, S1, S4.
 */
#ifndef SB_SCALAR_LOG_COSH_H
#define SB_SCALAR_LOG_COSH_H

#include "scalar/activation_exp.h"
#include "scalar/decide64.h"
#include "scalar/wide_exp.h"
#include "scalar/wide_log.h"

/* An infinity counts as 2^128, which every format rounds alike. */
SB_FN double log_cosh_to_odd(double x)
{
    double size = f64_lesser(f64_abs(x), 0x1p128);
    double_double e = wide_expm1(dd_of(f64_lesser(size, 110.0)));
    double_double q = dd_quotient(e, dd_sum(dd_of(1.0), e));
    double_double y = wide_log1p(dd_scaled(dd_product(e, q), 0.5));
    double_double far = dd_sum(dd_of(size), wide_log_join(-1.0, dd_of(0.0)));
    y = dd_select(mask_below(110.0, size), far, y);
    uint64_t small = mask_below(size, 0x1p-20);
    double near = f64_select(small, size, 0.0), square = near * near;
    double_double series = dd_fast_two_sum(0.5 * square, -square * square * (1.0 / 12.0));
    y = dd_select(small, series, y);
    return f64_select(mask_nan(x), x, dd_round_to_odd(y));
}

/* The same way in binary64. E errs by 2^-47.2, E Q / 2 by twice that, its logarithm by 2^-45 more:
 * together below 2^-44.4, relative. */
SB_FN double log_cosh_quick(double x)
{
    double size = f64_abs(x), e = activation_expm1(at_most(size, 110.0));
    double y = quick_log1p_inside(0.5 * e * (e / (1.0 + e)));
    y = size > 110.0 ? size - SB_LOG2 : y;
    return f64_select(mask_nan(x), x, y);
}

/* E Q / 2 errs by at most twice as much as E, relative, and its logarithm by no more; that of the
 * logarithm itself comes to it. Twice the sum of both bounds: */
#define SB_LOG_COSH_F64_ERROR 0x1p-58
#define SB_LOG_COSH_F64_WIDE_ERROR 0x1p-85

SB_FN double_double log_cosh_f64(double x, int wide)
{
    uint64_t inside = mask_usual(x, 300.0);
    double_double e = expm1_to(dd_of(f64_select(inside, f64_abs(x), 1.0)), wide);
    double_double q = dd_quotient(e, dd_sum(dd_of(1.0), e));
    return dd_where(inside, log1p_to(dd_scaled(dd_product(e, q), 0.5), wide));
}

#endif
