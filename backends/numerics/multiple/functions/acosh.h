/* acosh.h - acosh x: transcendental for every dyadic x except 1 (Lindemann). */
#ifndef SB_FUNCTIONS_ACOSH_H
#define SB_FUNCTIONS_ACOSH_H

#include "multiple/hyperbolic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_acosh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NAN, SB_NAN, SB_INFINITY, result))
        return true;
    if (sb_less(*x, 1.0))
        return sb_answer(SB_NAN, result);
    return sb_same(*x, 1.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_acosh_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_acosh(c, sb_of_double(c, *x));
}
#endif
