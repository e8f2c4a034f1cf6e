/* special.h - special values and comparisons of binary64 by bit patterns.
 *
 * There are no floating-point operations. So neither the caller's rounding mode nor a mode that
 * flushes subnormals changes a result.
 */
#ifndef SB_MULTIPLE_SPECIAL_H
#define SB_MULTIPLE_SPECIAL_H

#include "multiple/words.h"

SB_MULTIPLE uint64_t sb_magnitude(double x) { return f64_to_bits(x) & ~SB_SIGN; }

SB_MULTIPLE bool sb_is_nan(double x) { return sb_magnitude(x) > UINT64_C(0x7ff) << 52; }

SB_MULTIPLE bool sb_is_infinite(double x) { return sb_magnitude(x) == UINT64_C(0x7ff) << 52; }

SB_MULTIPLE bool sb_is_zero(double x) { return sb_magnitude(x) == 0; }

SB_MULTIPLE bool sb_is_negative(double x) { return (f64_to_bits(x) & SB_SIGN) != 0; }

SB_MULTIPLE bool sb_same(double x, double y) { return f64_to_bits(x) == f64_to_bits(y); }

SB_MULTIPLE double sb_opposite(double x) { return f64_from_bits(f64_to_bits(x) ^ SB_SIGN); }

/* Return |x| with the sign of y. */
SB_MULTIPLE double sb_signed(double x, double y)
{
    return f64_from_bits(sb_magnitude(x) | (f64_to_bits(y) & SB_SIGN));
}

/* Return an integer that increases with the number. Both zeros give 0. */
SB_MULTIPLE int64_t sb_ordered(double x)
{
    const int64_t magnitude = (int64_t)sb_magnitude(x);
    return sb_is_negative(x) ? -magnitude : magnitude;
}

/* Return x < y, for numbers that are not NaN. */
SB_MULTIPLE bool sb_less(double x, double y) { return sb_ordered(x) < sb_ordered(y); }

SB_MULTIPLE bool sb_answer(double value, double *result)
{
    *result = value;
    return true;
}

/* Handle the row of clause S4: NaN, the infinities and the zeros. */
SB_MULTIPLE bool sb_special(double x, double at_minus_infinity, double at_minus_zero,
                            double at_zero, double at_infinity, double *result)
{
    const bool negative = sb_is_negative(x);
    if (sb_is_nan(x))
        return sb_answer(SB_NAN, result);
    if (sb_is_infinite(x))
        return sb_answer(negative ? at_minus_infinity : at_infinity, result);
    if (sb_is_zero(x))
        return sb_answer(negative ? at_minus_zero : at_zero, result);
    return false;
}

/* Return m of |x| = m 2^e with odd m, and write e. x must be finite and not 0. */
SB_MULTIPLE uint64_t sb_odd_part(double x, int *exponent)
{
    const uint64_t u = sb_magnitude(x), fraction = u & ((UINT64_C(1) << 52) - 1);
    const int field = (int)(u >> 52);
    const uint64_t m = field == 0 ? fraction : fraction | UINT64_C(1) << 52;
    const int zeros = SB_TRAILING_ZEROS(m);
    *exponent = (field == 0 ? 1 : field) - 1075 + zeros;
    return m >> zeros;
}

/* Return whether a finite x is an integer, and write whether it is odd. */
SB_MULTIPLE bool sb_is_integer(double x, bool *odd)
{
    int exponent = 0;
    *odd = false;
    if (sb_is_zero(x))
        return true;
    sb_odd_part(x, &exponent);
    *odd = exponent == 0;
    return exponent >= 0;
}

/* Return 2^n, rounded: 0 or infinity outside of the range. 2^-1075 is a tie that rounds to 0. */
SB_MULTIPLE double sb_power_of_two(int n)
{
    if (n > 1023)
        return SB_INFINITY;
    if (n < -1074)
        return f64_from_bits(0);
    return f64_from_bits(n < -1022 ? UINT64_C(1) << (n + 1074) : (uint64_t)(n + 1023) << 52);
}

SB_MULTIPLE bool sb_outside_one(double x) { return sb_less(1.0, sb_signed(x, 1.0)); }

#define SB_ZERO f64_from_bits(0)
#define SB_NEGATIVE_ZERO f64_from_bits(SB_SIGN)
#define SB_NEGATIVE_INFINITY f64_from_bits(UINT64_C(0xfff0000000000000))
#endif
