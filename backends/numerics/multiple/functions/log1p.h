/* log1p.h - log(1 + x): transcendental for every dyadic x except 0 (Lindemann). */
#ifndef SB_FUNCTIONS_LOG1P_H
#define SB_FUNCTIONS_LOG1P_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_log1p_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    if (sb_less(*x, -1.0))
        return sb_answer(SB_NAN, result);
    return sb_same(*x, -1.0) && sb_answer(SB_NEGATIVE_INFINITY, result);
}

SB_MULTIPLE void sb_log1p_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_log1p(c, sb_of_double(c, *x));
}
#endif
