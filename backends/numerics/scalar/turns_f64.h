/* turns_f64.h - sine, cosine and tangent of operands of binary64 of every size.
 *
 * |x| = M 2^E with an integer M of 53 bits, for |x| >= 2^-20. Bits of 2/pi whose products with M
 * 2^E are multiples of 4 have no effect. W is the number made of the next 192 bits, so |x| 2/pi
 * modulo 4 is M W 2^-190 modulo 4, in integers. The bits after W are ignored, which makes it too
 * small by less than M 2^-190 < 2^-137. (Payne and Hanek, "Radian reduction for trigonometric
 * functions", 1983.) The quadrant is the nearest integer and f the rest, |f| <= 1/2: its upper 160
 * bits, in five parts of 32, add up to a double-double with an error of 2^-103. Where |f| < 2^-63
 * the operand is left undecided, so f is right to a relative 2^-73, and so is r = f pi/2. With the
 * series of angle.h sin is below 2^-72, cos below 2^-68 and tan, their quotient, below 2^-67.7; so
 * SB_TURN_F64_ERROR is more than twice these bounds. For |x| < 2^-300 sin x and tan x are x, cos x
 * is 1, to 2^-599. Other operands below 2^-20 are left undecided. sinpi and cospi, for |x| >= 2^30:
 * x minus an even number, exactly, and angle_f64.h; about 0, pi x and 1. Coefficients:
 * coefficients/families/turns_f64.py and angle.py.
 */
#ifndef SB_SCALAR_TURNS_F64_H
#define SB_SCALAR_TURNS_F64_H

#include "scalar/angle_f64.h"
#include "scalar/coefficients/turns_f64.h"
#include "scalar/fixed_f64.h"
#include "scalar/scaled_f64.h"

#define SB_TURN_F64_ERROR 0x1p-66

/* Return 64 bits of 2/pi that begin at bit `place` of the table. */
SB_FN uint64_t two_over_pi_at(uint64_t place)
{
    uint64_t word = place >> 6, bit = place & 63;
    return (two_over_pi_bits[word] << bit) | (two_over_pi_bits[word + 1] >> 1 >> (63 - bit));
}

/* Return the angle of |x|, for finite |x| >= 2^-20. Otherwise its rest is NaN. */
SB_FN sb_angle turn_f64(double x)
{
    uint64_t inside = ~mask_below(f64_abs(x), 0x1p-20) & ~mask_not_finite(x);
    uint64_t u = f64_to_bits(f64_select(inside, f64_abs(x), 1.0));
    uint64_t m = (u & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x0010000000000000);
    uint64_t place = (u >> 52) - 949; /* E = field - 1075; 126 + E */
    uint64_t low = two_over_pi_at(place + 128), middle = two_over_pi_at(place + 64);
    uint64_t p0 = m * low, p1 = product_high(m, low), more = m * middle, sum = p1 + more;
    uint64_t carry = ((p1 & more) | ((p1 | more) & ~sum)) >> 63;
    uint64_t p2 = product_high(m, middle) + m * two_over_pi_at(place) + carry;
    uint64_t f2 = p2 << 2 | sum >> 62, f1 = sum << 2 | p0 >> 62, f0 = p0 << 2;
    uint64_t negative = mask_of_bit(f2 >> 63);
    f2 ^= negative, f1 ^= negative, f0 ^= negative;
    double_double f = dd_of_words(f2, f1);
    f = dd_plus_double(f, f64_of_half_word(f0 >> 32) * 0x1p-160);
    inside &= ~mask_of_bit((f2 - 2) >> 63);
    sb_angle y;
    y.rest = dd_product(f, angle_half_pi());
    y.rest = dd_where(inside, dd_select(negative, dd_negated(y.rest), y.rest));
    y.quadrant = (p2 + (UINT64_C(1) << 61)) >> 62;
    return y;
}

SB_FN scaled_f64 sin_rare_f64(double x)
{
    double_double y = sine_of_angle(turn_f64(x), 0);
    y = dd_select(mask_sign(x), dd_negated(y), y);
    return scaled_select(mask_tiny(x), scaled_number(x), scaled_of(y));
}

SB_FN scaled_f64 cos_rare_f64(double x)
{
    sb_angle a = turn_f64(x);
    a.quadrant++;
    return scaled_of(dd_select(mask_tiny(x), dd_of(1.0), sine_of_angle(a, 0)));
}

SB_FN scaled_f64 tan_rare_f64(double x)
{
    double_double y = tangent_of_angle(turn_f64(x), 0);
    y = dd_select(mask_sign(x), dd_negated(y), y);
    return scaled_select(mask_tiny(x), scaled_number(x), scaled_of(y));
}

/* Return |x| minus an even integer, exactly, for |x| >= 2^30. pi times the result has the same
 * angle as pi |x|. */
SB_FN double even_rest_f64(double x)
{
    double size = f64_select(mask_below(f64_abs(x), 0x1p53), f64_abs(x), 0.0), half = 0.5 * size;
    return size - 2.0 * ((half + 0x1p52) - 0x1p52);
}

/* A zero result is left undecided, because its sign has a rule of its own. */
SB_FN scaled_f64 sinpi_rare_f64(double x)
{
    const double_double pi = dd_scaled(angle_half_pi(), 2.0);
    uint64_t far = ~mask_below(f64_abs(x), 0x1p30);
    double_double y = sinpi_f64(f64_with_sign(1.0, x) * even_rest_f64(x), 0);
    scaled_f64 line = scaled_times(scaled_number(x), pi);
    y = dd_where(far & mask_nonzero(y.hi), y);
    return scaled_select(mask_tiny(x), line, scaled_of(y));
}

SB_FN scaled_f64 cospi_rare_f64(double x)
{
    uint64_t far = ~mask_below(f64_abs(x), 0x1p30) & ~mask_not_finite(x);
    double rest = even_rest_f64(x);
    double_double y = cospi_f64(rest, 0);
    y = dd_where(far & mask_nonzero(y.hi), dd_select(mask_nonzero(rest), y, dd_of(1.0)));
    return scaled_of(dd_select(mask_tiny(x), dd_of(1.0), y));
}

#endif
