/* log_cosh.h - log(cosh x) rounded to odd, in binary64, and as a double-double.
 *
 * Method for |x| <= 110: cosh x - 1 = E Q / 2 with E = e^|x| - 1 (wide_exp.h) and Q = E / (1 + E),
 * and its log1p (wide_log.h). For larger |x| it is |x| - log 2, because e^-220 is negligible. Below
 * 2^-20 it is x^2/2, which is exact, minus x^4/12 (1 - 4 x^2/15 ...). The relative error is 2^-90.
 * Clauses R1, R2, S1, S4.
 */
#ifndef SB_SCALAR_LOG_COSH_H
#define SB_SCALAR_LOG_COSH_H

#include "scalar/activation_exp.h"
#include "scalar/decide64.h"
#include "scalar/wide_exp.h"
#include "scalar/wide_log.h"

/* An infinity is replaced by 2^128, which every format rounds to the same result. */
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

/* The same method in binary64. The relative error of E is 2^-47.2, the error of E Q / 2 is twice as
 * large, and the logarithm adds 2^-45: below 2^-44.4 in total. */
SB_FN double log_cosh_quick(double x)
{
    double size = f64_abs(x), e = activation_expm1(at_most(size, 110.0));
    double y = quick_log1p_inside(0.5 * e * (e / (1.0 + e)));
    y = size > 110.0 ? size - SB_LOG2 : y;
    return f64_select(mask_nan(x), x, y);
}

/* The relative error of E Q / 2 is at most twice the error of E, and log1p does not increase it.
 * log1p adds its own error. These bounds are twice the sum of both errors. */
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
