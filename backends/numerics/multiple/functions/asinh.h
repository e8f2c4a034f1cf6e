/* asinh.h - asinh x: transcendental for every dyadic x except 0 (Lindemann). */
#ifndef SB_FUNCTIONS_ASINH_H
#define SB_FUNCTIONS_ASINH_H

#include "multiple/hyperbolic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_asinh_known(const double *x, double *result)
{
    return sb_special(*x, SB_NEGATIVE_INFINITY, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result);
}

SB_MULTIPLE void sb_asinh_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball size = sb_asinh(c, sb_of_double(c, sb_signed(*x, 1.0)));
    *value = sb_is_negative(*x) ? sb_negated(size) : size;
}
#endif
