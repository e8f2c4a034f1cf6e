/* tanhshrink.h - x - tanh x: transcendental for every dyadic x except 0 (Lindemann).
 *
 * For |x| > 80, |x| - tanh |x| is between |x| - 1 and |x| - 1 + 2 e^-160. No midpoint of two
 * binary64 numbers is strictly between |x| - 1 and (|x| - 1) (1 + 2^-200): both are multiples of
 * 2^-60 |x| at least, or |x| - 1 is far from any midpoint. */
#ifndef SB_FUNCTIONS_TANHSHRINK_H
#define SB_FUNCTIONS_TANHSHRINK_H

#include "multiple/hyperbolic.h"
#include "multiple/nearly.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_tanhshrink_known(const double *x, double *result)
{
    return sb_special(*x, SB_NEGATIVE_INFINITY, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result);
}

SB_MULTIPLE void sb_tanhshrink_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball size = sb_of_double(c, sb_signed(*x, 1.0));
    sb_ball found;
    if (sb_less(80.0, sb_signed(*x, 1.0)))
        found = sb_just_off(c, sb_add_integer(c, size, -1), true);
    else
        found =
            size.exponent <= 0 ? sb_tanhshrink_small(c, size) : sb_sub(c, size, sb_tanh(c, size));
    *value = sb_is_negative(*x) ? sb_negated(found) : found;
}
#endif
