/* hardswish_derivative.h - (2 x + 3) / 6 between -3 and 3.
 *
 * A dyadic quotient by 6 is exact if its numerator is exact, and then a tie is rounded correctly.
 * With 4 limbs, 2 x + 3 is inexact only for |x| < 2^-200. The quotient is then next to 1/2, which
 * is not a tie. */
#ifndef SB_FUNCTIONS_HARDSWISH_DERIVATIVE_H
#define SB_FUNCTIONS_HARDSWISH_DERIVATIVE_H

#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_hardswish_derivative_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    const int side = sb_beyond_three(*x);
    if (side == 0 && !sb_same(*x, -1.5))
        return false;
    return sb_answer(side == 2 ? 1.0 : SB_ZERO, result);
}

SB_MULTIPLE void sb_hardswish_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_over(c, sb_add_integer(c, sb_scaled(sb_of_double(c, *x), 1), 3), 6);
}
#endif
