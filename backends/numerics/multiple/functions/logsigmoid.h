/* logsigmoid.h - -log(1 + e^-x): transcendental for every dyadic x (Lindemann). For x > 746 its
 * magnitude is below e^-746 < 2^-1075. */
#ifndef SB_FUNCTIONS_LOGSIGMOID_H
#define SB_FUNCTIONS_LOGSIGMOID_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_logsigmoid_known(const double *x, double *result)
{
    if (sb_is_zero(*x))
        return false;
    if (sb_special(*x, SB_NEGATIVE_INFINITY, SB_ZERO, SB_ZERO, SB_NEGATIVE_ZERO, result))
        return true;
    return sb_less(746.0, *x) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_logsigmoid_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_negated(sb_softplus(c, sb_negated(sb_of_double(c, *x))));
}
#endif
