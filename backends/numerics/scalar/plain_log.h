/* plain_log.h - the natural logarithm in binary64, for approximations.
 *
 * Method: as in log.h, without the exact sums. Error: relative 2^-51, near x = 1 too, where k = 0
 * and f is exact; 2^-50 if x itself has an error of 2^-53. Coefficients:
 * coefficients/families/log.py and constants.py.
 */
#ifndef SB_SCALAR_PLAIN_LOG_H
#define SB_SCALAR_PLAIN_LOG_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/log.h"
#include "scalar/polynomial.h"

/* Return log x, for normal positive x. */
SB_FN double plain_log(double x)
{
    uint64_t u = f64_to_bits(x);
    int64_t k = (int64_t)(u - UINT64_C(0x3fe6a09e00000000)) >> 52;
    double m = f64_from_bits(u - ((uint64_t)k << 52));
    double kd = f64_from_bits((uint64_t)k + UINT64_C(0x4338000000000000)) - 0x1.8p52;
    double f = m - 1.0, half = 0.5 * f * f, s = f / (2.0 + f), w = s * s;
    double small = f64_mad(s, f64_mad(w, polynomial(log_rest, 8, w), half), kd * SB_LOG2_LOW);
    return f64_mad(kd, SB_LOG2_HIGH, f - (half - small));
}

#endif
