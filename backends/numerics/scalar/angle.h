/* angle.h - angles reduced to [-pi/4, pi/4] as double-doubles, and sine and cosine there.
 *
 * Reduction of any binary32 operand: |x| = M 2^(e-23), M an integer of 24 bits. A row of
 * `two_over_pi` holds 2^(e-23) * 2/pi modulo 4 in parts of 29, 29, 29 and 53 bits (the last below
 * 2^-85), so M times each of the first three is exact; k is the integer nearest to the sum of the
 * first two products, and the remainders add up to a double-double s. The error is 2^-113 (the last
 * part and its product) and 2^-105 |s|. No binary32 number is closer to a multiple of pi/2 than
 * 2^-30 of that multiple, so s, and r = s pi/2, have a relative error below 2^-83. Below 1/2 (and
 * wherever the operand is the angle) r is exact. Payne and Hanek, "Radian reduction for
 * trigonometric functions" (1983).
 *
 * Series: sin r = r (1 + w S(w)), cos r = 1 + w C(w), w = r^2. The first three coefficients of S
 * and C are double-doubles, the others binary64. The error comes from the latter: half an ulp each
 * of w^4 c3, w^5 c4, ... Error, relative: of sin 2^-73 (2^-70 |wS|, |wS| < 2^-3.2; w^4 c3 < 2^-21),
 * of cos 2^-69 (2^-68 |wC|, |wC| < 2^-1.7, cos r > 2^-0.5); double-doubles 2^-99. Every error of 1
 * + wS and 1 + wC is a multiple of w as well, so near 0 their low parts are right in sign and to
 * 2^-52. Coefficients: coefficients/families/angle.py.
 */
#ifndef SB_SCALAR_ANGLE_H
#define SB_SCALAR_ANGLE_H

#include "scalar/coefficients/angle.h"
#include "scalar/double_double.h"

/* rest + quadrant * pi/2, with the quadrant modulo 4 (its higher bits have no meaning). */
typedef struct sb_angle {
    double_double rest;
    uint64_t quadrant;
} sb_angle;

SB_FN double_double angle_half_pi(void)
{
    double_double y = {half_pi[0], half_pi[1]};
    return y;
}

/* Reduce size = |x|, a binary32 number. An infinity or a NaN gives an arbitrary angle. */
SB_FN sb_angle angle_reduce(double size)
{
    uint64_t small = mask_below(size, 0.5);
    uint64_t u = f64_to_bits(f64_select(small, 0.5, f64_lesser(size, 0x1.fffffep127)));
    int64_t row = (int64_t)(u >> 52) - 1022;
    double m = f64_from_bits((u & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x4160000000000000));
    double head = m * two_over_pi[0][row], next = m * two_over_pi[1][row];
    double shifted = (head + next) + 0x1.8p52;
    double_double a = dd_two_sum(head - (shifted - 0x1.8p52), next);
    double_double b = dd_two_sum(a.hi, m * two_over_pi[2][row]);
    double_double s = dd_fast_two_sum(b.hi, (a.lo + b.lo) + m * two_over_pi[3][row]);
    sb_angle y;
    y.rest = dd_select(small, dd_of(size), dd_product(s, angle_half_pi()));
    y.quadrant = f64_to_bits(shifted) & ~small;
    return y;
}

/* Return c + y w, for |c| >= |y w|. lo may be a few units in the last place of hi; the relative
 * error is 2^-102. */
SB_FN double_double angle_step(double_double c, double_double y, double_double w)
{
    double_double p = dd_two_product(y.hi, w.hi), s = dd_fast_two_sum(c.hi, p.hi);
    s.lo += c.lo + f64_mad(y.hi, w.lo, f64_mad(y.lo, w.hi, p.lo));
    return s;
}

SB_FN double_double angle_leading(uint64_t is_cosine, int i)
{
    return dd_select(is_cosine, dd_constant(cosine_leading[i]), dd_constant(sine_leading[i]));
}

/* Return w (c0 + w (c1 + ...)), with the coefficients of sine or, by the mask, of cosine. */
SB_FN double_double angle_series(double_double w, uint64_t is_cosine)
{
#define SB_REST(i) f64_select(is_cosine, cosine_rest[i], sine_rest[i])
    double p = SB_REST(6);
    p = f64_mad(p, w.hi, SB_REST(5));
    p = f64_mad(p, w.hi, SB_REST(4));
    p = f64_mad(p, w.hi, SB_REST(3));
    p = f64_mad(p, w.hi, SB_REST(2));
    p = f64_mad(p, w.hi, SB_REST(1));
    p = f64_mad(p, w.hi, SB_REST(0));
    double_double y = angle_step(angle_leading(is_cosine, 2), dd_of(p), w);
    y = angle_step(angle_leading(is_cosine, 1), y, w);
    y = angle_step(angle_leading(is_cosine, 0), y, w);
    return dd_product(y, w);
#undef SB_REST
}

/* Return 1 + a, for |a| < 1/2. */
SB_FN double_double angle_one_plus(double_double a)
{
    double_double y = dd_fast_two_sum(1.0, a.hi);
    y.lo += a.lo;
    return y;
}

/* Return sin r or cos r. */
SB_FN double_double angle_sine(double_double r)
{
    return dd_product(r, angle_one_plus(angle_series(dd_square(r), 0)));
}

SB_FN double_double angle_cosine(double_double r)
{
    return angle_one_plus(angle_series(dd_square(r), ~UINT64_C(0)));
}

/* Return sin(rest + quadrant * pi/2), rounded to odd. A zero may have either sign. */
SB_FN double angle_sine_to_odd(double_double r, uint64_t quadrant)
{
    uint64_t is_cosine = mask_of_bit(quadrant & 1);
    double_double factor = angle_one_plus(angle_series(dd_square(r), is_cosine));
    double_double y = dd_product(dd_select(is_cosine, dd_of(1.0), r), factor);
    uint64_t turned = (quadrant & 2) << 62;
    return f64_from_bits(f64_to_bits(dd_round_to_odd(y)) ^ turned);
}

#endif
