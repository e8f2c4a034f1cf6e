/* softplus.h - log(1 + e^x): transcendental for every dyadic x (Lindemann). For x < -746 it is
 * below e^-746 < 2^-1075. */
#ifndef SB_FUNCTIONS_SOFTPLUS_H
#define SB_FUNCTIONS_SOFTPLUS_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_softplus_known(const double *x, double *result)
{
    if (sb_is_zero(*x))
        return false;
    if (sb_special(*x, SB_ZERO, SB_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(*x, -746.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_softplus_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_softplus(c, sb_of_double(c, *x));
}
#endif
