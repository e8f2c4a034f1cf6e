/* angle_f64.h - circular functions and their inverses, lengths and quotients of binary64, as
 * double-doubles.
 *
 * sin, cos and tan: x = k pi/2 + r for |x| < 2^20, so |k| < 2^20. pi/2 is split into parts of 32,
 * 32 and 53 bits, and the rest is below 2^-121. k times the first part is exact (52 bits), and so
 * is x minus that product: a multiple of 2^-53 below 1. k times the second part is exact, and the
 * sum of both is kept as two numbers. k times the third part is exact too. So r has an error of
 * 2^-101 from the rest, and a relative error of 2^-104. Where k is not 0 and |r| < 2^-20 the
 * operand is left undecided, so the relative error is below 2^-80. Series of angle.h: sin 2^-73,
 * cos 2^-69; their quotient 2^-68. Wide: 13 terms in double-doubles leave 2^-107 and add 2^-97, so
 * the error is the error of r, 2^-80, and for the quotient 2^-79. atan and atan2: arctangent_dd,
 * 2^-68 (arctangent.h); its complements add no error. asin and acos: the angle of x and sqrt((1 -
 * x) (1 + x)), which is known to 2^-100. cbrt: 2^-74 (cbrt.h, where c^3 is exact and z - hi is, by
 * Sterbenz). hypot, rsqrt and softsign: double-doubles, 2^-99. sinpi and cospi reduce exactly.
 * Errors below are more than twice these bounds.
 */
#ifndef SB_SCALAR_ANGLE_F64_H
#define SB_SCALAR_ANGLE_F64_H

#include "scalar/arctangent.h"
#include "scalar/cbrt.h"
#include "scalar/decide64.h"

#define SB_ANGLE_F64_ERROR 0x1p-66
#define SB_ANGLE_F64_WIDE_ERROR 0x1p-77
#define SB_PLAIN_F64_ERROR 0x1p-89

/* Return the angle of |x|. If the operand is left undecided, the rest is NaN. */
SB_FN sb_angle angle_f64(double x)
{
    double size = f64_select(mask_below(f64_abs(x), 0x1p20), f64_abs(x), 0.0);
    double shifted = size * SB_TWO_OVER_PI + 0x1.8p52, k = shifted - 0x1.8p52;
    double_double a = dd_two_sum(size - k * (0.5 * SB_PI_HIGH), -k * (0.5 * SB_PI_MIDDLE));
    double_double r = dd_sum(a, dd_negated(dd_two_product(k, 0.5 * SB_PI_LAST)));
    uint64_t near = mask_nonzero(k) & mask_below(f64_abs(r.hi), 0x1p-20);
    sb_angle y;
    y.rest = dd_where(mask_usual(x, 0x1p20) & ~near, r);
    y.quadrant = f64_to_bits(shifted);
    return y;
}

/* Return sin r / r, or cos r by the mask, with w = r^2: 1 - w/6 (1 - w/20 (...)), 1 - w/2 (1 - w/12
 * (...)). */
SB_FN double_double angle_series_wide(double_double w, uint64_t is_cosine)
{
    double_double s = dd_of(1.0);
    for (int n = 13; n >= 1; n--) {
        double before = 2 * n - 1, after = 2 * n + 1;
        double divisor = 2 * n * f64_select(is_cosine, before, after);
        s = dd_sum(dd_of(1.0), dd_negated(dd_quotient(dd_product(w, s), dd_of(divisor))));
    }
    return s;
}

SB_FN double_double angle_factor(double_double w, uint64_t is_cosine, int wide)
{
    return wide ? angle_series_wide(w, is_cosine) : angle_one_plus(angle_series(w, is_cosine));
}

/* Return sin(rest + quadrant pi/2). */
SB_FN double_double sine_of_angle(sb_angle a, int wide)
{
    uint64_t is_cosine = mask_of_bit(a.quadrant & 1);
    double_double factor = angle_factor(dd_square(a.rest), is_cosine, wide);
    double_double y = dd_product(dd_select(is_cosine, dd_of(1.0), a.rest), factor);
    return dd_select(mask_of_bit(a.quadrant >> 1 & 1), dd_negated(y), y);
}

SB_FN double_double sin_f64(double x, int wide)
{
    double_double y = sine_of_angle(angle_f64(x), wide);
    return dd_select(mask_sign(x), dd_negated(y), y);
}

SB_FN double_double cos_f64(double x, int wide)
{
    sb_angle a = angle_f64(x);
    a.quadrant++;
    return sine_of_angle(a, wide);
}

/* Return tan(rest + quadrant pi/2). */
SB_FN double_double tangent_of_angle(sb_angle a, int wide)
{
    double_double w = dd_square(a.rest), s = dd_product(a.rest, angle_factor(w, 0, wide));
    double_double c = angle_factor(w, ~UINT64_C(0), wide);
    uint64_t odd = mask_of_bit(a.quadrant & 1);
    return dd_quotient(dd_select(odd, dd_negated(c), s), dd_select(odd, s, c));
}

SB_FN double_double tan_f64(double x, int wide)
{
    double_double y = tangent_of_angle(angle_f64(x), wide);
    return dd_select(mask_sign(x), dd_negated(y), y);
}

/* Return pi |x| as an angle, for |x| < 2^30. The half turns 2 |x| reduce exactly. */
SB_FN sb_angle half_turns_f64(double x)
{
    double t = 2.0 * f64_select(mask_below(f64_abs(x), 0x1p30), f64_abs(x), 0.0);
    double shifted = t + 0x1.8p52;
    sb_angle y;
    y.rest =
        dd_where(mask_usual(x, 0x1p30), dd_times_double(angle_half_pi(), t - (shifted - 0x1.8p52)));
    y.quadrant = f64_to_bits(shifted);
    return y;
}

SB_FN double_double sinpi_f64(double x, int wide)
{
    double_double y = sine_of_angle(half_turns_f64(x), wide);
    return dd_select(mask_sign(x), dd_negated(y), y);
}

SB_FN double_double cospi_f64(double x, int wide)
{
    sb_angle a = half_turns_f64(x);
    a.quadrant++;
    return sine_of_angle(a, wide);
}

SB_FN double_double atan_f64(double x)
{
    uint64_t inside = mask_usual(x, 0x1p300);
    double size = f64_select(inside, f64_abs(x), 1.0);
    uint64_t steep = mask_below(1.0, size);
    double_double n = dd_of(f64_select(steep, 1.0, size)), d = dd_of(f64_select(steep, size, 1.0));
    double_double y = arctangent_dd(n, d);
    y = dd_select(steep, arctangent_complement(y), y);
    return dd_where(inside, dd_with_sign(y, x));
}

SB_FN double_double atan2_f64(double y, double x)
{
    uint64_t inside = mask_usual(x, 0x1p100) & mask_usual(y, 0x1p100);
    inside &= mask_below(0x1p-100, f64_abs(x)) & mask_below(0x1p-100, f64_abs(y));
    double a = f64_select(inside, f64_abs(y), 1.0), b = f64_select(inside, f64_abs(x), 1.0);
    uint64_t steep = mask_below(b, a);
    double_double n = dd_of(f64_select(steep, b, a)), d = dd_of(f64_select(steep, a, b));
    double_double t = arctangent_dd(n, d);
    t = dd_select(steep, arctangent_complement(t), t);
    t = dd_select(mask_sign(x), arctangent_supplement(t), t);
    return dd_where(inside, dd_with_sign(t, y));
}

/* Return the angle of |x| < 1 and sqrt(1 - x^2), from the smaller divided by the larger: asin or,
 * if *is_acos is set, acos. */
SB_FN double_double arcsine_f64(double size, uint64_t *is_acos)
{
    double_double square = dd_product(dd_two_sum(1.0, -size), dd_two_sum(1.0, size));
    double_double other = dd_sqrt(square);
    *is_acos = mask_below(other.hi, size);
    return arctangent_dd(dd_select(*is_acos, other, dd_of(size)),
                         dd_select(*is_acos, dd_of(size), other));
}

SB_FN double_double asin_f64(double x)
{
    uint64_t is_acos, inside = mask_usual(x, 1.0);
    double_double y = arcsine_f64(f64_select(inside, f64_abs(x), 0.5), &is_acos);
    y = dd_select(is_acos, arctangent_complement(y), y);
    return dd_where(inside, dd_with_sign(y, x));
}

SB_FN double_double acos_f64(double x)
{
    uint64_t is_acos, inside = mask_usual(x, 1.0);
    double_double y = arcsine_f64(f64_select(inside, f64_abs(x), 0.5), &is_acos);
    y = dd_select(is_acos, y, arctangent_complement(y));
    return dd_where(inside, dd_select(mask_sign(x), arctangent_supplement(y), y));
}

SB_FN double_double cbrt_f64(double x)
{
    uint64_t inside = mask_usual(x, 0x1p300);
    cbrt_parts y = cbrt_split(f64_select(inside, f64_abs(x), 1.0));
    double c = (double)(float)y.root;
    double_double cube = dd_two_product(c * c, c);
    double u = ((y.z - cube.hi) - cube.lo) / cube.hi;
    double series = f64_mad(u, f64_mad(u, CBRT_U3, -CBRT_U2), SB_THIRD);
    double_double root = dd_scaled(dd_fast_two_sum(c, c * u * series), y.scale);
    return dd_where(inside, dd_with_sign(root, x));
}

SB_FN double_double hypot_f64(double x, double y)
{
    uint64_t inside = mask_usual(x, 0x1p300) & mask_usual(y, 0x1p300);
    double a = f64_select(inside, x, 1.0), b = f64_select(inside, y, 1.0);
    return dd_where(inside, dd_sqrt(dd_sum(dd_two_product(a, a), dd_two_product(b, b))));
}

SB_FN double_double rsqrt_f64(double x)
{
    uint64_t inside = mask_usual(x, 0x1p300) & ~mask_sign(x);
    return dd_where(inside, dd_quotient(dd_of(1.0), dd_sqrt(dd_of(f64_select(inside, x, 1.0)))));
}

SB_FN double_double softsign_f64(double x)
{
    uint64_t inside = mask_usual(x, 0x1p300);
    double z = f64_select(inside, x, 1.0);
    return dd_where(inside, dd_quotient(dd_of(z), dd_two_sum(1.0, f64_abs(z))));
}

SB_FN double_double softsign_derivative_f64(double x)
{
    uint64_t inside = mask_usual(x, 0x1p300);
    double z = f64_select(inside, x, 1.0);
    return dd_where(inside, dd_quotient(dd_of(1.0), dd_square(dd_two_sum(1.0, f64_abs(z)))));
}

/* Return (x + 3) / 6 or x (x + 3) / 6 between -3 and 3, or (2 x + 3) / 6 if it does not cancel. */
SB_FN double_double hardsigmoid_f64(double x)
{
    double_double y = dd_quotient(dd_two_sum(3.0, x), dd_of(6.0));
    return dd_where(mask_usual(x, 3.0), y);
}

SB_FN double_double hardswish_f64(double x)
{
    double_double y = dd_quotient(dd_times_double(dd_two_sum(3.0, x), x), dd_of(6.0));
    y = dd_select(~mask_sign(x) & mask_usual(x, 0x1p900) & ~mask_below(f64_abs(x), 3.0), dd_of(x),
                  dd_where(mask_usual(x, 3.0), y));
    return y;
}

SB_FN double_double hardswish_derivative_f64(double x)
{
    double_double y = dd_quotient(dd_two_sum(3.0, 2.0 * x), dd_of(6.0));
    return dd_where(mask_usual(x, 3.0), y);
}

#endif
