/* expm1.h - e to the power x, minus 1: transcendental for every dyadic x except 0 (Lindemann).
 * e^710 > 2^1024 + 1. */
#ifndef SB_FUNCTIONS_EXPM1_H
#define SB_FUNCTIONS_EXPM1_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_expm1_known(const double *x, double *result)
{
    if (sb_special(*x, -1.0, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(710.0, *x) && sb_answer(SB_INFINITY, result);
}

SB_MULTIPLE void sb_expm1_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_expm1(c, sb_of_double(c, *x));
}
#endif
