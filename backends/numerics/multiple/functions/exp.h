/* exp.h - e to the power x: transcendental for every dyadic x except 0 (Lindemann). e^710 > 2^1024,
 * and e^-746 < 2^-1075. */
#ifndef SB_FUNCTIONS_EXP_H
#define SB_FUNCTIONS_EXP_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_exp_known(const double *x, double *result)
{
    if (sb_special(*x, SB_ZERO, 1.0, 1.0, SB_INFINITY, result))
        return true;
    if (sb_less(710.0, *x))
        return sb_answer(SB_INFINITY, result);
    return sb_less(*x, -746.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_exp_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_exp(c, sb_of_double(c, *x));
}
#endif
