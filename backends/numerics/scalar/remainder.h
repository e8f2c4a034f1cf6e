/* remainder.h - the remainders fmod and remainder in binary64, exact (clauses R2, S1, S4).
 *
 * fmod(x, y) = x - y trunc(x/y) is a number of the operands' format. The quick method is for
 * quotients below 2^53 of operands in 2^-900 .. 2^900 (all of the shorter formats): the rounded
 * quotient truncates to n or, where it was rounded up to an integer, to n + 1; its product with y
 * is exact as a double-double, the difference from |x| too (Sterbenz, and the result is
 * representable). If the difference is negative, y is added once. It returns NaN where it does not
 * apply. The exact method is long division by integers: the significand of y without its trailing
 * zeros has space for at least 11 bits of quotient in 64, so binary64's widest exponents take 190
 * divisions, binary32's 26.
 *
 * remainder(x, y) = x - y floor(x/y) has the sign of y. It is fmod, or fmod + y where fmod has the
 * other sign. Only this sum is rounded.
 */
#ifndef SB_SCALAR_REMAINDER_H
#define SB_SCALAR_REMAINDER_H

#include "scalar/arithmetic.h"

/* Return fmod(x, y), or NaN if f64_fmod is needed. It has no branches. */
SB_FN double f64_fmod_quick(double x, double y)
{
    const double a = f64_abs(x), b = f64_abs(y), q = a / b;
    const uint64_t decided = mask_below(q, 0x1p53) & mask_below(a, 0x1p900) &
                             mask_below(0x1p-900, b) & mask_below(b, 0x1p900);
    /* Adding and subtracting 2^52 rounds to an integer, up or down. If it has rounded up, the
     * integer is one too large. */
    const double whole = f64_select(mask_below(q, 0x1p52), (q + 0x1p52) - 0x1p52, q);
    const double n = whole - f64_select(mask_below(q, whole), 1.0, 0.0);
    const double_double p = dd_two_product(n, b);
    double r = (a - p.hi) - p.lo;
    r += f64_select(mask_sign(r) & mask_nonzero(r), b, 0.0);
    return f64_select(decided, f64_with_sign(r, x), SB_NAN);
}

/* Return the significand of a positive number as an integer, and write its exponent. */
SB_FN uint64_t f64_significand(double x, int *exponent)
{
    const uint64_t u = f64_to_bits(x), field = u >> 52, fraction = u & ((UINT64_C(1) << 52) - 1);
    *exponent = (int)(field != 0 ? field : 1) - 1075;
    return field != 0 ? fraction | UINT64_C(1) << 52 : fraction;
}

/* Return m * 2^e. Requires that it is a binary64 number, and that m < 2^53. */
SB_FN double f64_compose(uint64_t m, int e)
{
    /* A separate factor 2^low keeps both factors normal. */
    const int low = e < -1022 ? e + 1022 : 0;
    return (double)m * f64_from_bits((uint64_t)(e - low + 1023) << 52) *
           f64_from_bits((uint64_t)(low + 1023) << 52);
}

/* Return fmod(x, y) for all operands, by long division. */
SB_FN double f64_fmod(double x, double y)
{
    const double a = f64_abs(x), b = f64_abs(y);
    if (x != x || y != y || b == 0.0 || a == SB_INFINITY)
        return SB_NAN;
    if (a < b)
        return x;
    int ea, eb;
    uint64_t r = f64_significand(a, &ea), m = f64_significand(b, &eb);
    const int zeros = SB_TRAILING_ZEROS(m), room = 11 + zeros;
    m >>= zeros;
    eb += zeros;
    if (ea <= eb) { /* convert b to units of a; it fits, because b <= a */
        r %= m << (eb - ea);
        return f64_with_sign(f64_compose(r, ea), x);
    }
    r %= m;
    for (int left = ea - eb; left > 0 && r != 0; left -= room)
        r = (r << (left < room ? left : room)) % m;
    return f64_with_sign(f64_compose(r, eb), x);
}

/* Turn r = fmod(x, y) into remainder(x, y): in binary64, and rounded to odd for a shorter format. A
 * zero has the sign of y. If y is infinite and x has the opposite sign, the result is y. */
SB_FN uint64_t remainder_wants_y(double r, double y)
{
    return mask_nonzero(r) & (mask_sign(r) ^ mask_sign(y));
}

SB_FN double f64_remainder_of(double r, double y)
{
    const double same = f64_select(mask_nonzero(r), r, f64_with_sign(0.0, y));
    return f64_canonical(f64_select(remainder_wants_y(r, y), r + y, same));
}

SB_FN double remainder_odd_of(double r, double y)
{
    const double same = f64_select(mask_nonzero(r), r, f64_with_sign(0.0, y));
    double_double s = dd_two_sum(r, y);
    s.lo = f64_select(mask_not_finite(s.hi), 0.0, s.lo);
    return f64_select(remainder_wants_y(r, y), dd_round_to_odd(s), same);
}

#endif
