/* piecewise.h - shared parts of piecewise activations. Their values are rational numbers. */
#ifndef SB_MULTIPLE_PIECEWISE_H
#define SB_MULTIPLE_PIECEWISE_H

#include "multiple/arithmetic.h"
#include "multiple/special.h"

/* The function `enclosed` of ops whose `known` has all results. */
SB_MULTIPLE void sb_nothing_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    (void)c, (void)x;
    *value = sb_unknown();
}

/* Return 1 up to -3, 2 from 3 on, and 0 between. */
SB_MULTIPLE int sb_beyond_three(double x)
{
    return !sb_less(-3.0, x) ? 1 : !sb_less(x, 3.0) ? 2 : 0;
}
#endif
