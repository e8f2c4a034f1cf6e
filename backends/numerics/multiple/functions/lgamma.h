/* lgamma.h - log |Gamma(x)|.
 *
 * It is 0 at 1 and 2. At other positive integers it is the logarithm of an integer, which is
 * transcendental (Lindemann). For other x no theorem is known, but none is needed: if the loop
 * ends, the value is not a point at which the rounding changes. */
#ifndef SB_FUNCTIONS_LGAMMA_H
#define SB_FUNCTIONS_LGAMMA_H

#include "multiple/gamma.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_lgamma_known(const double *x, double *result)
{
    bool odd;
    if (sb_special(*x, SB_INFINITY, SB_INFINITY, SB_INFINITY, SB_INFINITY, result))
        return true;
    if (sb_same(*x, 1.0) || sb_same(*x, 2.0))
        return sb_answer(SB_ZERO, result);
    return sb_is_negative(*x) && sb_is_integer(*x, &odd) && sb_answer(SB_INFINITY, result);
}

SB_MULTIPLE void sb_lgamma_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_lgamma(c, *x);
}
#endif
