/* hyperbolic.h - sinh and cosh rounded to odd.
 *
 * Method: with E = e^|x| - 1 of wide_exp.h to 2^-65 and Q = E / (1 + E): sinh |x| = (E + Q) / 2 and
 * cosh x = 1 + E Q / 2, which near 0 is (1, x^2/2). For |x| < 2^-20, where the squares in E + Q
 * cancel, sinh x = x + x^3/6 (1 + x^2/20 ...), lo to 2^-44. Error, relative: 2^-64. The hardest
 * binary32 cases: sinh 2^-54.3, cosh 2^-53.3. Coefficients: coefficients/families/constants.py.
 */
#ifndef SB_SCALAR_HYPERBOLIC_H
#define SB_SCALAR_HYPERBOLIC_H

#include "scalar/coefficients/constants.h"
#include "scalar/wide_exp.h"

typedef struct hyperbolic_parts {
    double_double e, q;
} hyperbolic_parts;

SB_FN hyperbolic_parts hyperbolic_parts_of(double x)
{
    hyperbolic_parts y;
    y.e = mid_expm1(dd_of(f64_lesser(f64_abs(x), 110.0)));
    y.q = dd_quotient(y.e, dd_sum(dd_of(1.0), y.e));
    return y;
}

SB_FN double sinh_to_odd(double x)
{
    hyperbolic_parts parts = hyperbolic_parts_of(x);
    double_double far = dd_scaled(dd_sum(parts.e, parts.q), 0.5);
    double size = f64_abs(x);
    uint64_t small = mask_below(size, 0x1p-20);
    double near = f64_select(small, size, 0.0);
    double_double series = {near, near * near * near * SB_SIXTH};
    double y = f64_with_sign(dd_round_to_odd(dd_select(small, series, far)), x);
    return f64_select(mask_nan(x), x, y);
}

SB_FN double cosh_to_odd(double x)
{
    hyperbolic_parts parts = hyperbolic_parts_of(x);
    double_double rest = dd_scaled(dd_product(parts.e, parts.q), 0.5);
    return f64_select(mask_nan(x), x, dd_round_to_odd(dd_sum(dd_of(1.0), rest)));
}

#endif
