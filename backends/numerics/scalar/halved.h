/* halved.h - first values of x sigmoid(a x) and its kind where x/2 is a tie in binary32.
 *
 * These functions are x/2 + c x^2 + ..., 1/8 < c < 1. For |x| < 2^-125, x/2 is a binary32 number or
 * half-way between two, and the rest, positive and below 2^-124 |x|, decides. No rounding test can
 * see it, but any number on the same side rounds alike: x/2 + 2^-41 |x|, which lies less than 2^-17
 * of a unit away, and 2^3 times as far as the tests look.
 */
#ifndef SB_SCALAR_HALVED_H
#define SB_SCALAR_HALVED_H

#include "scalar/portable.h"

/* v, or such a number for |x| < 2^-125. A zero keeps its sign. */
SB_FN double f64_halved(double x, double v)
{
    double factor = f64_select(mask_sign(x), 0.5 - 0x1p-41, 0.5 + 0x1p-41);
    return f64_select(mask_below(f64_abs(x), 0x1p-125), x * factor, v);
}

#endif
