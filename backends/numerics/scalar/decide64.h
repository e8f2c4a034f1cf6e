/* decide64.h - Ziv's rounding test for binary64. It checks whether a double-double with a proven
 * error determines the number to which the exact value rounds.
 *
 * Let the exact value be within `bound` |hi| of hi + lo, |lo| <= 2^-45 |hi|, bound >= 2^-90, and
 * let `error` be twice the bound or more. lo + error |hi| and lo - error |hi|, each rounded once,
 * are off by less than 2^-97 |hi|, which is less than bound |hi|. So the exact value is between hi
 * + up and hi + down for these rounded terms, and rounding is monotone. If both sums round to the
 * same normal number, that number is the result, exact values and ties included. (A. Ziv, ACM TOMS
 * 17, 1991.) Zeros, infinities, NaN and values near the ends of the range are left undecided.
 */
#ifndef SB_SCALAR_DECIDE64_H
#define SB_SCALAR_DECIDE64_H

#include "scalar/double_double.h"

/* Return the result, and set *open to 0 if the result is certain. */
SB_FN double decided_f64(double_double w, double error, uint64_t *open)
{
    double reach = error * f64_abs(w.hi);
    double up = w.hi + (w.lo + reach), down = w.hi + (w.lo - reach);
    uint64_t inside = mask_below(0x1p-900, f64_abs(up)) & mask_below(f64_abs(up), 0x1p900);
    *open = ~inside | mask_nonzero(f64_from_bits(f64_to_bits(up) ^ f64_to_bits(down)));
    return up;
}

/* Return w if the mask is set, else NaN, which leaves the operand undecided. */
SB_FN double_double dd_where(uint64_t mask, double_double w)
{
    w.hi = f64_select(mask, w.hi, SB_NAN);
    return w;
}

/* Check whether 2^-300 < |x| < most. Then no product of two of these numbers, and no error of a
 * product, leaves the range of normal numbers. */
SB_FN uint64_t mask_usual(double x, double most)
{
    return mask_below(0x1p-300, f64_abs(x)) & mask_below(f64_abs(x), most);
}

SB_FN double_double dd_with_sign(double_double w, double s)
{
    uint64_t turned = (f64_to_bits(w.hi) ^ f64_to_bits(s)) & SB_SIGN;
    w.hi = f64_from_bits(f64_to_bits(w.hi) ^ turned);
    w.lo = f64_from_bits(f64_to_bits(w.lo) ^ turned);
    return w;
}

#endif
