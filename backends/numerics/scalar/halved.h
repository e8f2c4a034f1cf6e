/* halved.h - first values of functions such as x sigmoid(a x) where x/2 is a tie in binary32.
 *
 * These functions are x/2 + c x^2 + ..., with 1/8 < c < 1. For |x| < 2^-125, x/2 is a binary32
 * number or a midpoint of two. The rest, which is positive and below 2^-124 |x|, decides the
 * rounding. No rounding test can detect it, but any number on the same side of the tie rounds to
 * the same result. The number that is used is x/2 + 2^-41 |x|. It is less than 2^-17 of a unit away
 * from the tie, and 2^3 times as far as the tests reach.
 */
#ifndef SB_SCALAR_HALVED_H
#define SB_SCALAR_HALVED_H

#include "scalar/portable.h"

/* Return v, or x/2 + 2^-41 |x| for |x| < 2^-125. A zero keeps its sign. */
SB_FN double f64_halved(double x, double v)
{
    double factor = f64_select(mask_sign(x), 0.5 - 0x1p-41, 0.5 + 0x1p-41);
    return f64_select(mask_below(f64_abs(x), 0x1p-125), x * factor, v);
}

#endif
