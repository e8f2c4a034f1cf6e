/* log.h - the natural logarithm rounded to odd.
 *
 * Method: x = 2^k m with m in [sqrt(1/2), sqrt(2)), f = m - 1 exact; with s = f / (2 + f), log m =
 * f - f^2/2 + s (f^2/2 + s^2 P(s^2)). f^2/2 is exact (binary32 operands), k log 2 exact in its
 * first part (42 bits times 8), and the sums are carried exactly.
 * Error: relative 2^-56.2 at |f| = 0.4, k = 0; far smaller near x = 1 and where k log 2 dominates.
 * The hardest binary32 case is 2^-57.8 from a midpoint, so this bound alone does not prove the
 * rounding. A test of all 2^32 inputs does (tests/exhaustive).
 * Coefficients: coefficients/families/log.py and constants.py.
 */
#ifndef SB_SCALAR_LOG_H
#define SB_SCALAR_LOG_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/log.h"
#include "scalar/double_double.h"

SB_FN double log_to_odd(double x)
{
    const double *c = log_rest;
    uint64_t u = f64_to_bits(x);
    /* The exponent k, relative to sqrt(1/2). An integer in the low bits of 1.5 * 2^52 is k. */
    int64_t k = (int64_t)(u - UINT64_C(0x3fe6a09e00000000)) >> 52;
    double m = f64_from_bits(u - ((uint64_t)k << 52));
    double kd = f64_from_bits((uint64_t)k + UINT64_C(0x4338000000000000)) - 0x1.8p52;
    double f = m - 1.0, half = 0.5 * f * f, s = f / (2.0 + f), w = s * s;
    double p = c[7];
    p = f64_mad(p, w, c[6]);
    p = f64_mad(p, w, c[5]);
    p = f64_mad(p, w, c[4]);
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    double small = f64_mad(s, f64_mad(w, p, half), kd * SB_LOG2_LOW);
    double_double head = dd_fast_two_sum(kd * SB_LOG2_HIGH, f);
    double_double sum = dd_two_sum(head.hi, -half);
    double y = dd_round_to_odd(dd_fast_two_sum(sum.hi, (head.lo + sum.lo) + small));
    y = f64_select(mask_not_finite(x), x, y);
    y = f64_select(mask_sign(x), SB_NAN, y);
    return f64_select(mask_nonzero(x), y, -SB_INFINITY);
}

#endif
