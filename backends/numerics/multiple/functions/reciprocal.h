/* reciprocal.h - 1 / x: dyadic only for powers of two. For these the ball is exact. */
#ifndef SB_FUNCTIONS_RECIPROCAL_H
#define SB_FUNCTIONS_RECIPROCAL_H

#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_reciprocal_known(const double *x, double *result)
{
    return sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_INFINITY, SB_INFINITY, SB_ZERO, result);
}

SB_MULTIPLE void sb_reciprocal_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_inverse(c, 1, sb_of_double(c, *x));
}
#endif
