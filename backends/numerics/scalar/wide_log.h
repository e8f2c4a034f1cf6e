/* wide_log.h - log(1 + x) to the accuracy of a double-double, and the parts of log x, for functions
 * that need more than log.h.
 *
 * Method: x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), f as a double-double (for log1p and k
 * = 0 the operand itself). y0 = log(1 + f) in binary64 (quick_log.h); E = e^-y0 - 1 as a
 * double-double. Then t = (1 + f) (1 + E) - 1 = f + E + f E is tiny and log(1 + f) = y0 + log(1 +
 * t), a Newton step that keeps full relative accuracy near 0, since E does. Error, relative to
 * log(1 + f): y0 2^-46, so t^3 is 2^-138; E 2^-100, f E 2^-102; the sums 2^-104: together 2^-99.
 * With k log 2, in three parts, the first two exact: at most one bit more. Coefficients:
 * coefficients/families/constants.py.
 */
#ifndef SB_SCALAR_WIDE_LOG_H
#define SB_SCALAR_WIDE_LOG_H

#include "scalar/coefficients/constants.h"
#include "scalar/quick_log.h"
#include "scalar/wide_exp.h"

/* Return log(1 + f), for 1 + f in [sqrt(1/2), sqrt(2)]. It is exactly 0 at 0. The relative error is
 * below 2^-99, or 2^-65 if not `wide` (a constant). */
SB_FN double_double log1p_reduced(double_double f, int wide)
{
    double y = quick_log1p_reduced(f.hi);
    double_double e = expm1_reduced(dd_of(-y), wide);
    double_double t = dd_sum(dd_sum(f, e), dd_product(f, e));
    return dd_sum(dd_of(y), dd_plus_double(t, -0.5 * t.hi * t.hi));
}

SB_FN double_double wide_log1p_reduced(double_double f) { return log1p_reduced(f, 1); }

/* Return the exponent k of a normal x > 0, relative to sqrt(1/2), and write 2^-k to *power. */
SB_FN double wide_log_exponent(double x, double *power)
{
    int64_t k = (int64_t)(f64_to_bits(x) - UINT64_C(0x3fe6a09e00000000)) >> 52;
    *power = f64_from_bits((uint64_t)(1023 - k) << 52);
    return f64_from_bits((uint64_t)k + UINT64_C(0x4338000000000000)) - 0x1.8p52;
}

/* Return y + k log 2. */
SB_FN double_double wide_log_join(double k, double_double y)
{
    double_double rest = dd_fast_two_sum(k * SB_LOG2_MIDDLE, k * SB_LOG2_LAST);
    return dd_sum(dd_of(k * SB_LOG2_HIGH), dd_sum(y, rest));
}

SB_FN double_double log1p_to(double_double x, int wide)
{
    double_double u = dd_plus_double(x, 1.0);
    double power, k = wide_log_exponent(u.hi, &power);
    double_double m = dd_scaled(u, power), f = dd_fast_two_sum(m.hi - 1.0, m.lo);
    return wide_log_join(k, log1p_reduced(dd_select(mask_nonzero(k), f, x), wide));
}

/* Return log(1 + x), for x > -1, 1 + x in 2^-1000 .. 2^1000, with full relative accuracy near 0. */
SB_FN double_double wide_log1p(double_double x) { return log1p_to(x, 1); }

/* Return log(1 + x) with a relative error of 2^-64, which is enough for every function of one
 * binary32 operand. */
SB_FN double_double mid_log1p(double_double x) { return log1p_to(x, 0); }

#endif
