/* sin.h - sin, cos and tan: transcendental for every dyadic x but 0 (Lindemann). */
#ifndef SB_FUNCTIONS_SIN_H
#define SB_FUNCTIONS_SIN_H

#include "multiple/circular.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_sin_known(const double *x, double *result)
{
    return sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result);
}

SB_MULTIPLE void sb_sin_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_sin_of(c, sb_reduced(c, *x));
}

SB_MULTIPLE bool sb_cos_known(const double *x, double *result)
{
    return sb_special(*x, SB_NAN, 1.0, 1.0, SB_NAN, result);
}

SB_MULTIPLE void sb_cos_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_cos_of(c, sb_reduced(c, *x));
}

SB_MULTIPLE bool sb_tan_known(const double *x, double *result)
{
    return sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result);
}

SB_MULTIPLE void sb_tan_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_angle angle = sb_reduced(c, *x);
    *value = sb_div(c, sb_sin_of(c, angle), sb_cos_of(c, angle));
}
#endif
