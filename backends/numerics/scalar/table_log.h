/* table_log.h - the natural logarithm of a double-double, as a double-double, to about 2^-66. Its
 * accuracy and its cost are between log.h and wide_log.h.
 *
 * Method (Tang, "Table-driven implementation of the logarithm function", 1990): x = 2^k m with m in
 * [sqrt(1/2), sqrt(2)), c near 1/m from a table of 47, r = c m - 1 as a double-double, |r| <
 * 0.0114, and log x = k log 2 - log c + r - r^2/2 + r^3 P(r). Near m = 1, c is 1 and r is exact, so
 * that a result near 0 has full relative accuracy. Error, relative: near 1, |r| < 2^-7, r^3 P(r)
 * 2^-67; elsewhere the result is above 2^-7 and the sum of the small terms, below 2^-20, costs
 * 2^-66. Coefficients: coefficients/families/table_log.py and constants.py.
 */
#ifndef SB_SCALAR_TABLE_LOG_H
#define SB_SCALAR_TABLE_LOG_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/table_log.h"
#include "scalar/double_double.h"
#include "scalar/polynomial.h"

/* Return log x, for normal x.hi > 0 in 2^-1000 .. 2^1000. log 1 is exactly 0. */
SB_FN double_double table_log(double_double x)
{
    uint64_t u = f64_to_bits(x.hi);
    int64_t k = (int64_t)(u - UINT64_C(0x3fe6a09e00000000)) >> 52;
    double kd = f64_from_bits((uint64_t)k + UINT64_C(0x4338000000000000)) - 0x1.8p52;
    double_double m = dd_scaled(x, f64_from_bits((uint64_t)(1023 - k) << 52));
    int64_t j = (int64_t)(f64_to_bits(m.hi + 0x1.8p46) & 127) - 45; /* 64 m, rounded */
    /* If x is outside of the domain, the result is not used, but the index must still be within the
     * table. */
    j &= (int64_t)~(mask_of_bit((uint64_t)j >> 63) | mask_of_bit((uint64_t)(46 - j) >> 63));
    double c = table_log_reciprocals[0][j];
    double_double product = dd_two_product(m.hi, c);
    double_double r = dd_fast_two_sum(product.hi - 1.0, f64_mad(m.lo, c, product.lo));
    double_double square = dd_two_product(r.hi, r.hi);
    double cubic = square.hi * r.hi * polynomial(table_log_rest, 8, r.hi);
    double second = f64_mad(-r.hi, r.lo, -0.5 * square.lo);
    double_double whole = dd_two_sum(kd * SB_LOG2_HIGH, table_log_reciprocals[1][j]);
    double_double first = dd_two_sum(whole.hi, r.hi), sum = dd_two_sum(first.hi, -0.5 * square.hi);
    double low = f64_mad(kd, SB_LOG2_LOW, table_log_reciprocals[2][j]) + whole.lo;
    return dd_fast_two_sum(sum.hi, (sum.lo + (first.lo + low)) + (cubic + (second + r.lo)));
}

#endif
