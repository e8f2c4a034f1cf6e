/* pow.h - x to the power y: a first value in binary64, and the value rounded to odd.
 *
 * pow_quick. log2 |x| as a double-double: x = 2^k (1 + f), log(1 + f) = f - f^2/2 + s (f^2/2 + s^2
 * P(s^2)), with s = f / (2 + f), the first two terms exact (binary32 operands); relative error
 * 2^-55. It is multiplied by y, at most 200 in magnitude, and 2^t follows as in quick_exp.h. Error,
 * relative: 200 log(2) 2^-55, the polynomials of 2^r 2^-49, of the logarithm 2^-50 2^-8 relative to
 * log (times 139): together below 2^-45.5.
 *
 * pow_to_odd. The same by wide_log.h and wide_exp.h: log2 |x| to 2^-99, so x^y to 2^-91 where |y
 * log2 x| is 150, and proportionally better for smaller values. There are 2^55 pairs of binary32
 * operands with |y log2 x| in a given binade (each x has 2^24 y), and 31 binades give results other
 * than 1, infinity and 0. So the nearest result to a midpoint is expected at 2^-84.5, and 2^-10 of
 * a pair within the error. This is not a proof, but no wrong pair is known.
 *
 * Exact results and midpoints are numbers of at most 25 bits. Let x = 2^e m, m odd.
 *   m = 1: x^y = 2^(e y) is dyadic only for an integer e y. Then f = 0, and every step is exact.
 *   m > 1: y > 0, for m^-y is not a dyadic number. y = n / 2^j in lowest terms needs
 *   m = c^(2^j), c >= 3 odd, and x^y = 2^(e n / 2^j) c^n, where c^n < 2^25. From 3^16 > 2^25 follow
 *   n < 16 and j <= 3.
 * So where 8 y is an integer in 1 .. 127 and its hi has at most 26 bits and |lo| < 2^-85 hi, the
 * result is exact, and lo is cleared. These are fewer than 2^31 pairs up to powers of two: no
 * inexact result is expected nearer to a number of this kind than 2^-60. Clauses R1, R2, S1, S4
 * (IEEE 754-2019, 9.2.1). Coefficients: coefficients/families/pow.py and constants.py.
 */
#ifndef SB_SCALAR_POW_H
#define SB_SCALAR_POW_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/pow.h"
#include "scalar/quick_exp.h"
#include "scalar/wide_log.h"

/* Check whether |y| is an integer, and write its last bit to *odd. y is a binary32 number, so 2^52
 * and above are even. */
SB_FN uint64_t pow_is_integer(double y, uint64_t *odd)
{
    double size = f64_abs(y), shifted = size + 0x1p52;
    uint64_t large = ~mask_below(size, 0x1p51);
    *odd = mask_of_bit(f64_to_bits(shifted) & 1u) & ~large;
    uint64_t whole = ~mask_nonzero(size - (shifted - 0x1p52)) | large;
    *odd &= whole;
    return whole;
}

/* Check that x^y is not NaN, for finite x and y. It is NaN if x < 0 and y is not an integer. */
SB_FN uint64_t pow_is_number(double x, double y)
{
    uint64_t odd, whole = pow_is_integer(y, &odd), limit = mask_not_finite(x) | mask_not_finite(y);
    return ~mask_sign(x) | whole | limit | ~mask_nonzero(x);
}

/* Return log2 x, for finite x > 0; relative error 2^-55. */
SB_FN double_double pow_quick_log2(double x)
{
    const double_double scale = {SB_LOG2_INVERSE, SB_LOG2_INVERSE_TAIL};
    const double *c = pow_log_rest;
    double k, f = quick_log_mantissa(x, &k) - 1.0, half = 0.5 * f * f, s = f / (2.0 + f), w = s * s;
    double p = f64_mad(c[6], w, c[5]);
    p = f64_mad(p, w, c[4]);
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    double_double head = dd_fast_two_sum(f, -half);
    double_double y =
        dd_product(dd_fast_two_sum(head.hi, f64_mad(s, f64_mad(w, p, half), head.lo)), scale);
    double_double sum = dd_fast_two_sum(k, y.hi); /* k = 0, or |k| > |y| */
    sum.lo += y.lo;
    return sum;
}

SB_FN double pow_quick(double x, double y)
{
    double size = f64_abs(x);
    uint64_t odd, whole = pow_is_integer(y, &odd);
    double_double t = dd_times_double(pow_quick_log2(size), y);
    uint64_t inside = mask_below(f64_abs(t.hi), 200.0);
    double hi = f64_select(inside, t.hi, f64_with_sign(200.0, t.hi)),
           lo = f64_select(inside, t.lo, 0.0);
    double shifted = hi + SB_ROUNDER, r = (hi - (shifted - SB_ROUNDER)) + lo;
    double power = power_from_shifted(shifted);
    double v = f64_mad(power * r, quick_slope(quick_exp2, r), power);
    v = f64_from_bits(f64_to_bits(v) ^ (f64_to_bits(x) & odd & SB_SIGN));
    uint64_t special =
        mask_not_finite(x) | mask_not_finite(y) | ~mask_nonzero(x) | (mask_sign(x) & ~whole);
    return f64_select(special, SB_NAN, v);
}

/* Return size^y rounded to odd, for finite size > 0 and finite y. */
SB_FN double pow_magnitude(double size, double y)
{
    const double_double scale = {SB_LOG2_INVERSE, SB_LOG2_INVERSE_TAIL};
    const double_double log2 = {SB_LOG2, SB_LOG2_TAIL};
    double down, k = wide_log_exponent(size, &down);
    double_double log = dd_product(wide_log1p_reduced(dd_of(size * down - 1.0)), scale);
    double_double t = dd_times_double(dd_sum(dd_of(k), log), y);
    uint64_t inside = mask_below(f64_abs(t.hi), 200.0);
    t = dd_select(inside, t, dd_of(f64_with_sign(200.0, t.hi)));
    double shifted = t.hi + SB_ROUNDER;
    double_double r = dd_product(dd_two_sum(t.hi - (shifted - SB_ROUNDER), t.lo), log2);
    double_double v = dd_sum(dd_of(1.0), wide_expm1_reduced(r));
    uint64_t low_bits = mask_nonzero(f64_from_bits(f64_to_bits(v.hi) & ((UINT64_C(1) << 27) - 1)));
    double eighths = 8.0 * y;
    uint64_t few = ~mask_nonzero(eighths - ((eighths + SB_ROUNDER) - SB_ROUNDER));
    uint64_t exact = ~low_bits & few & ~mask_sign(y) & mask_below(y, 16.0);
    v.lo = f64_select(exact & mask_below(f64_abs(v.lo), 0x1p-85), 0.0, v.lo);
    return dd_round_to_odd(dd_scaled(v, power_from_shifted(shifted)));
}

SB_FN double pow_to_odd(double x, double y)
{
    double size = f64_abs(x);
    uint64_t odd, whole = pow_is_integer(y, &odd), nan = mask_nan(x) | mask_nan(y);
    uint64_t limit = mask_not_finite(x) | mask_not_finite(y) | ~mask_nonzero(x);
    double v = pow_magnitude(f64_select(limit, 1.0, size), f64_select(limit, 1.0, y));
    /* true if |x| > 1 and y > 0, or if neither holds */
    uint64_t grows = ~(mask_below(size, 1.0) ^ mask_sign(y));
    double end = f64_select(grows, SB_INFINITY, 0.0);
    end = f64_select(mask_nonzero(size - 1.0), end, 1.0);
    v = f64_select(limit, end, v);
    v = f64_from_bits(f64_to_bits(v) ^ (f64_to_bits(x) & odd & SB_SIGN));
    v = f64_select(nan | (mask_sign(x) & ~limit & ~whole), SB_NAN, v);
    return f64_select(~mask_nonzero(y) | ~mask_nonzero(x - 1.0), 1.0, v);
}

#endif
