/* circular.h - sine and cosine, and the inverse tangent, in double-double.
 *
 * Sine and cosine: an angle is n pi / 256 + r with |r| < 2^-7.3. A table holds sin and cos of
 * n pi / 256; its zeros are exact. sin r = r + q with q = -r^3/6 + ... + r^9/9!. q is computed in
 * binary64, and so is all of cos r - 1 except -r^2/2. The errors are:
 * - less than 2^-98 |r| for the terms after q;
 * - 2^-67.5 |r| for six roundings of q, which is below 2^-17.1 |r|;
 * - 2^-68.6 |r| because q ignores r.lo.
 * If the number from the table is not 0, it is at least 1.99 |r|. So the result is at least 0.99
 * |r|, and the relative error is at most 2^-66. The relative error of r is at most 2^-64 (see
 * below). SINE covers the sum of both.
 *
 * Inverse tangent: for t up to 1, atan t = atan (j/64) + atan r with r = (t - j/64) / (1 + t j/64)
 * and |r| < 2^-7. For larger t it is pi/2 - atan (1/t). atan r = r + q with
 * q = -r^3/3 + ... + r^9/9. The errors are:
 * - less than 2^-73 |r| for the terms after q;
 * - 2^-65.9 |r| for six roundings of q, which is below 2^-15.5 |r|;
 * - 2^-67 |r| because q ignores r.lo.
 * The result is at least 0.99 |r|, so the relative error is at most 2^-65, which ATAN covers.
 */
#ifndef SWEEP_CIRCULAR_H
#define SWEEP_CIRCULAR_H

#include "narrow/double_double.h"
#include "narrow/tables.h"

#define SINE 0x1p-63
#define ATAN 0x1p-64

/* pi / 256 in four parts. The first three have 29 bits, so their products with n < 2^24 are exact.
 */
#define PI_HIGH 0x1.921fb54p-7
#define PI_MIDDLE 0x1.10b4611p-37
#define PI_LOW 0x1.4c4c662p-66
#define PI_LAST 0x1.1701b839a252p-95

typedef struct {
    dd sine, cosine;
} circle;

/* Return sine and cosine of n pi / 256 + r. `shifted` is n plus a constant that makes the sum round
 * to an integer; |n| < 2^51. */
FN circle circle_of(double shifted, dd r)
{
    const uint64_t j = bits_of(shifted) & 511;
    const dd s = {sweep_sine_high[j], sweep_sine_low[j]};
    const dd c = {sweep_sine_high[j + 128], sweep_sine_low[j + 128]};
    const double h = r.hi;
    const dd square = two_product(h, h);
    const double z = square.hi;
    double q = -1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880)));
    const dd sine = fast_two_sum(h, r.lo + z * h * q);
    q = 1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320));
    const dd versine = fast_two_sum(-0.5 * z, -0.5 * square.lo + (z * z * q - h * r.lo));
    return (circle){
        plus(s, plus(times(s, versine), times(c, sine))),
        plus(c, plus(times(c, versine), times(minus(s), sine))),
    };
}

/* Return sine and cosine of x, for |x| < 2^17 and |n| < 2^23.4. The products with the first three
 * parts are exact, and so are the sums of the first two. The four parts cause an error of n
 * 2^-148.7 in r, which is below 2^-125. If the number from the table is 0, r is at least 2^-61,
 * because no number of binary64 is nearer to a multiple of pi / 2 (W. Kahan's search; Muller and
 * others, Handbook of Floating-Point Arithmetic, 2nd ed., 10.2). So the relative error of r is at
 * most 2^-64. */
FN circle circle_of_radians(double x)
{
    const double magic = 0x1.8p52, shifted = x * 0x1.45f306dc9c883p+6 + magic, n = shifted - magic;
    const dd first = two_sum(__builtin_fma(-n, PI_HIGH, x), -n * PI_MIDDLE);
    const dd last = two_product(n, PI_LAST);
    const dd rest = plus(two_sum(-n * PI_LOW, -last.hi), one_number(-last.lo));
    return circle_of(shifted, plus(first, rest));
}

/* Return the inverse tangent of t: it is computed for |t|, and then gets the sign of t. */
FN dd atan_of(dd t)
{
    const double sign = t.hi;
    t = turned(t, t.hi);
    const int inverted = t.hi > 1;
    t = choose(inverted, over(one_number(1), t), t);
    const double shifted = t.hi + 0x1.8p46, entry = shifted - 0x1.8p46; /* a multiple of 1/64 */
    const uint64_t j = bits_of(shifted) & 127;
    const dd r = over(plus_one_number(t, -entry), plus_one_number(times_one_number(t, entry), 1));
    const double z = r.hi * r.hi;
    const double q = -1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9)));
    const dd series = fast_two_sum(r.hi, r.lo + z * r.hi * q);
    const dd v = plus((dd){sweep_atan_high[j], sweep_atan_low[j]}, series);
    const dd right = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    return turned(choose(inverted, plus(right, minus(v)), v), sign);
}

#endif
