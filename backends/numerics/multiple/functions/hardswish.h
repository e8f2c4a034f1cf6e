/* hardswish.h - x (x + 3) / 6 between -3 and 3.
 *
 * A dyadic quotient by 6 is exact if its numerator is exact, and then a tie is rounded correctly.
 * With 4 limbs, x + 3 is inexact only for |x| < 2^-200. The value is then next to x / 2, which may
 * be a tie, but differs from x / 2 by x^2 / 6. For such x the loop takes up to 1536 bits. */
#ifndef SB_FUNCTIONS_HARDSWISH_H
#define SB_FUNCTIONS_HARDSWISH_H

#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_hardswish_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    const int side = sb_beyond_three(*x);
    if (side == 0 && !sb_is_zero(*x))
        return false;
    return sb_answer(side == 1 ? SB_NEGATIVE_ZERO : *x, result);
}

SB_MULTIPLE void sb_hardswish_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    *value = sb_over(c, sb_mul(c, exact, sb_add_integer(c, exact, 3)), 6);
}
#endif
