/* tan.h - tan x: transcendental for every dyadic x except 0 (Lindemann). */
#ifndef SB_FUNCTIONS_TAN_H
#define SB_FUNCTIONS_TAN_H

#include "multiple/circular.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_tan_known(const double *x, double *result)
{
    return sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result);
}

SB_MULTIPLE void sb_tan_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_turned angle = sb_reduced(c, *x);
    *value = sb_div(c, sb_sin_of(c, angle), sb_cos_of(c, angle));
}
#endif
