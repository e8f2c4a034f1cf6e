/* square.h - x^2 has 106 bits or fewer, so its ball is exact, and a tie is rounded correctly. */
#ifndef SB_FUNCTIONS_SQUARE_H
#define SB_FUNCTIONS_SQUARE_H

#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_square_known(const double *x, double *result)
{
    return sb_special(*x, SB_INFINITY, SB_ZERO, SB_ZERO, SB_INFINITY, result);
}

SB_MULTIPLE void sb_square_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_square(c, sb_of_double(c, *x));
}
#endif
