/* halved.h - first values of x sigmoid(a x) and similar functions where x/2 is a tie in binary32.
 *
 * These functions are x/2 + c x^2 + ..., 1/8 < c < 1. For |x| < 2^-125, x/2 is a binary32 number or
 * half-way between two. The rest, positive and below 2^-124 |x|, decides. No rounding test can
 * detect it, but any number on the same side rounds to the same result. The number used is x/2 +
 * 2^-41 |x|. It is less than 2^-17 of a unit away, and 2^3 times the reach of the tests.
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
