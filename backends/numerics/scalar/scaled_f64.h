/* scaled_f64.h - double-doubles times powers of two, of any exponent, and their rounding to
 * binary64: for results that are subnormal, beyond the range, or zero.
 *
 * Rounding: m = |w| scaled to [1, 2), exactly, and 2^e is the remaining factor of the value. Where
 * e < -1022 the spacing of binary64 is g = 2^(-1074 - e) in terms of m, and C = 2^52 g >= 2 moves m
 * to numbers of that spacing: C + m = s + l, two numbers, exactly. Otherwise C = 0. Let the exact
 * value be within `bound` of w, relatively, and let `error` be twice the bound or more. l with the
 * lower part of w and the reach, error m + C 2^-103, are off by less than 2^-52 g + 2^-96, and C
 * 2^-103 is 2^-51 g. So s rounded with these terms, up and down, encloses the rounded value as in
 * decide64.h. Equal ends are the result: a number, or infinity beyond the largest number, or zero.
 * A pattern above the pattern of C is the number of units g. A tie is left undecided, and so is a
 * NaN. w = 0 means that the value is exactly zero.
 */
#ifndef SB_SCALAR_SCALED_F64_H
#define SB_SCALAR_SCALED_F64_H

#include "scalar/decide64.h"

/* The number w 2^power, where w is 0 or |w| is in 2^-900 .. 2^1000, and |power| < 2^40. */
typedef struct scaled_f64 {
    double_double w;
    int64_t power;
} scaled_f64;

/* At least twice the bound of the relative error, for headers rare_*_f64.h that define no other
 * constant. */
#define SB_RARE_F64_ERROR 0x1p-84

SB_FN int64_t int64_select(uint64_t mask, int64_t a, int64_t b)
{
    return (int64_t)(((uint64_t)a & mask) | ((uint64_t)b & ~mask));
}

SB_FN uint64_t mask_less(int64_t a, int64_t b) { return mask_of_bit((uint64_t)(a - b) >> 63); }

/* Return the result, and set *open to 0 if the result is certain. */
SB_FN double rounded_f64(scaled_f64 x, double error, uint64_t *open)
{
    const uint64_t infinity = UINT64_C(0x7ff0000000000000);
    uint64_t sign = f64_to_bits(x.w.hi) & SB_SIGN, size = f64_to_bits(x.w.hi) ^ sign;
    int64_t field = (int64_t)(size >> 52), e = x.power + field - 1023;
    uint64_t usual = mask_less(0, field) & mask_less(field, 2046);
    double scale = f64_from_bits((uint64_t)int64_select(usual, 2046 - field, 1023) << 52);
    double hi = f64_from_bits(size) * scale;
    double lo = f64_from_bits(f64_to_bits(x.w.lo) ^ sign) * scale;
    e = int64_select(mask_less(e, 1024), e, 1024);
    e = int64_select(mask_less(e, -1200), -1200, e);
    uint64_t below = mask_less(e, -1022), base = ((uint64_t)(1 - e) << 52) & below;
    double_double sum = dd_fast_two_sum(f64_from_bits(base), hi);
    double rest = sum.lo + lo, reach = error * hi + f64_from_bits(base) * 0x1p-103;
    uint64_t up = f64_to_bits(sum.hi + (rest + reach)), down = f64_to_bits(sum.hi + (rest - reach));
    uint64_t zero = ~mask_nonzero(x.w.hi);
    *open = (~usual & ~zero) | (mask_nonzero(f64_from_bits(up ^ down)) & ~zero);
    up += int64_select(below, -(int64_t)base, (int64_t)((uint64_t)e << 52));
    up = (uint64_t)int64_select(mask_of_bit((infinity - 1 - up) >> 63), (int64_t)infinity,
                                (int64_t)up);
    return f64_from_bits((up & ~zero) | sign);
}

SB_FN scaled_f64 scaled_of(double_double w)
{
    scaled_f64 y = {w, 0};
    return y;
}

/* Return x unchanged. An infinity is replaced by 2^1024, and a NaN by some number. */
SB_FN scaled_f64 scaled_number(double x)
{
    uint64_t small = mask_below(f64_abs(x), 0x1p-900);
    double z = x * f64_select(small, 0x1p200, 1.0);
    int64_t field = (int64_t)((f64_to_bits(z) & ~SB_SIGN) >> 52);
    uint64_t m = (f64_to_bits(z) & UINT64_C(0x800fffffffffffff)) | UINT64_C(0x3ff0000000000000);
    scaled_f64 y = {dd_of(f64_select(mask_nonzero(x), f64_from_bits(m), x)), field - 1023};
    y.power -= int64_select(small, 200, 0);
    return y;
}

SB_FN scaled_f64 scaled_select(uint64_t mask, scaled_f64 a, scaled_f64 b)
{
    scaled_f64 y = {dd_select(mask, a.w, b.w), int64_select(mask, a.power, b.power)};
    return y;
}

/* Return a if the mask is set, else NaN, which leaves the operand undecided. */
SB_FN scaled_f64 scaled_where(uint64_t mask, scaled_f64 a)
{
    a.w = dd_where(mask, a.w);
    return a;
}

/* Return c a, with a relative error of 2^-102. It is 0 for a = 0. */
SB_FN scaled_f64 scaled_times(scaled_f64 a, double_double c)
{
    double_double w = dd_product(c, a.w);
    w.hi = f64_select(mask_nonzero(a.w.hi), w.hi, c.hi * a.w.hi); /* a zero keeps its sign */
    a.w = w;
    return a;
}

/* Return a value between x/2 and the next multiple of 2^-1076, on the side that the sign of `side`
 * selects. x/2 is a number or a midpoint, and no other such point is within 2^-1075. So the value
 * rounds to the same number as x/2 plus 2^-1077 on that side, or plus 2^-100 of x/2 if that is
 * more. The error SB_RARE_F64_ERROR is smaller. */
SB_FN scaled_f64 scaled_halved(double x, double side)
{
    scaled_f64 y = scaled_number(x);
    y.power--;
    int64_t unit = -1077 - y.power;
    unit = int64_select(mask_less(unit, -100), -100, unit);
    double last = f64_from_bits((uint64_t)(unit + 1023) << 52);
    y.w.lo = f64_select(mask_nonzero(x), f64_with_sign(last, side), 0.0);
    return y;
}

/* For |x| < 2^-300, the second term of a series at 0 matters only for a tie. */
SB_FN uint64_t mask_tiny(double x) { return mask_below(f64_abs(x), 0x1p-300); }

/* Return x with its magnitude limited to `most`. */
SB_FN double f64_within(double x, double most)
{
    return f64_with_sign(f64_lesser(f64_abs(x), most), x);
}

#endif
