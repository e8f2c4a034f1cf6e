/* quick_log.h - logarithms in binary64: first values for the rounding test of decide.h.
 *
 * Method: x = 2^k (1 + f), 1 + f in [sqrt(1/2), sqrt(2)); log(1 + f) = f P(f) with full relative
 * accuracy near 0, without a division; then k log 2, or a similar term. The inverse hyperbolic
 * functions by
 *   asinh x = log(1 + x + x^2 / (1 + sqrt(1 + x^2))),
 *   acosh x = log(1 + t + sqrt(t (t + 2))), t = x - 1,
 *   atanh x = atanh(s) + k/2 log 2, s = ((1 + x) - 2^k (1 - x)) / ((1 + x) + 2^k (1 - x)),
 *   |s| < 0.203.
 * Error, relative: the polynomial 2^-46.1; roundings, and one bit lost between k log 2 and log(1 +
 * f), 2^-49. Together below 2^-45. Operands outside the domain, and NaN, give NaN. Coefficients:
 * coefficients/families/quick_log.py and constants.py.
 */
#ifndef SB_SCALAR_QUICK_LOG_H
#define SB_SCALAR_QUICK_LOG_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/quick_log.h"
#include "scalar/portable.h"

/* Return log(1 + f), for 1 + f in [sqrt(1/2), sqrt(2)]. */
SB_FN double quick_log1p_reduced(double f)
{
    const double *c = quick_log_slope;
    double p = c[16];
    p = f64_mad(p, f, c[15]);
    p = f64_mad(p, f, c[14]);
    p = f64_mad(p, f, c[13]);
    p = f64_mad(p, f, c[12]);
    p = f64_mad(p, f, c[11]);
    p = f64_mad(p, f, c[10]);
    p = f64_mad(p, f, c[9]);
    p = f64_mad(p, f, c[8]);
    p = f64_mad(p, f, c[7]);
    p = f64_mad(p, f, c[6]);
    p = f64_mad(p, f, c[5]);
    p = f64_mad(p, f, c[4]);
    p = f64_mad(p, f, c[3]);
    p = f64_mad(p, f, c[2]);
    p = f64_mad(p, f, c[1]);
    return f * f64_mad(p, f, c[0]);
}

/* Return x / 2^k, and write k to *k. */
SB_FN double quick_log_mantissa(double x, double *k)
{
    int64_t e = (int64_t)(f64_to_bits(x) - UINT64_C(0x3fe6a09e00000000)) >> 52;
    *k = f64_from_bits((uint64_t)e + UINT64_C(0x4338000000000000)) - 0x1.8p52;
    return f64_from_bits(f64_to_bits(x) - ((uint64_t)e << 52));
}

/* Return y if x is positive and finite, otherwise NaN. */
SB_FN double quick_log_domain(double x, double y)
{
    return (x > 0.0) & (x < SB_INFINITY) ? y : SB_NAN;
}

SB_FN double log_quick(double x)
{
    double k, m = quick_log_mantissa(x, &k);
    return quick_log_domain(x, f64_mad(k, SB_LOG2, quick_log1p_reduced(m - 1.0)));
}

SB_FN double log2_quick(double x)
{
    double k, m = quick_log_mantissa(x, &k);
    return quick_log_domain(x, f64_mad(quick_log1p_reduced(m - 1.0), SB_LOG2_INVERSE, k));
}

SB_FN double log10_quick(double x)
{
    double k, m = quick_log_mantissa(x, &k), y = quick_log1p_reduced(m - 1.0) * SB_LOG10_INVERSE;
    return quick_log_domain(x, f64_mad(k, SB_LOG10_OF_2, y));
}

/* Return log(1 + x) for x > -1, and an arbitrary number for other x. */
SB_FN double quick_log1p_inside(double x)
{
    double k, m = quick_log_mantissa(1.0 + x, &k), f = f64_select(mask_nonzero(k), m - 1.0, x);
    return f64_mad(k, SB_LOG2, quick_log1p_reduced(f));
}

SB_FN double log1p_quick(double x)
{
    return f64_with_sign(quick_log_domain(1.0 + x, quick_log1p_inside(x)), x);
}

SB_FN double asinh_quick(double x)
{
    double size = f64_abs(x), w = size * size, root = 1.0 + SB_SQRT(1.0 + w);
    double y = f64_with_sign(quick_log1p_inside(size + w / root), x);
    return f64_select(mask_not_finite(x), SB_NAN, y);
}

SB_FN double acosh_quick(double x)
{
    double t = x - 1.0, y = quick_log1p_inside(t + SB_SQRT(f64_mad(t, t, t + t)));
    return (x >= 1.0) & (x < SB_INFINITY) ? y : SB_NAN;
}

SB_FN double atanh_quick(double x)
{
    const double *c = quick_atanh_slope;
    double size = f64_abs(x), n = 1.0 + size, d = 1.0 - size;
    /* The exponent of n / d, with an error below 0.59, from both bit patterns. It is 0 or more. */
    uint64_t e = (f64_to_bits(n) - f64_to_bits(d) + (UINT64_C(1) << 51)) >> 52;
    double power = f64_from_bits((e + 1023) << 52);
    double k = f64_from_bits(e + UINT64_C(0x4338000000000000)) - 0x1.8p52;
    double s = f64_mad(size, 1.0 + power, 1.0 - power) / f64_mad(size, 1.0 - power, 1.0 + power);
    double w = s * s, p = c[6];
    p = f64_mad(p, w, c[5]);
    p = f64_mad(p, w, c[4]);
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    double y = f64_mad(k, 0.5 * SB_LOG2, 0.5 * s * p);
    return f64_select(mask_below(size, 1.0), f64_with_sign(y, x), SB_NAN);
}

#endif
