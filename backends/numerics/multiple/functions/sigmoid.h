/* sigmoid.h - 1 / (1 + e^-x): transcendental for every dyadic x except 0 (Lindemann). For x < -746
 * it is below e^-746 < 2^-1075. */
#ifndef SB_FUNCTIONS_SIGMOID_H
#define SB_FUNCTIONS_SIGMOID_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_sigmoid_known(const double *x, double *result)
{
    if (sb_special(*x, SB_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    return sb_less(*x, -746.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_sigmoid_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_logistic(c, sb_of_double(c, *x));
}
#endif
