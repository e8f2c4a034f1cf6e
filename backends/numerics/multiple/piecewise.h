/* piecewise.h - common parts of piecewise activation functions. Their values are rational numbers.
 */
#ifndef SB_MULTIPLE_PIECEWISE_H
#define SB_MULTIPLE_PIECEWISE_H

#include "multiple/arithmetic.h"
#include "multiple/special.h"

/* The function `enclosed` of ops for which `known` gives all results. */
SB_MULTIPLE void sb_nothing_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    (void)c, (void)x;
    *value = sb_unknown();
}

/* Return 1 for x <= -3, 2 for x >= 3, and 0 between. */
SB_MULTIPLE int sb_beyond_three(double x)
{
    return !sb_less(-3.0, x) ? 1 : !sb_less(x, 3.0) ? 2 : 0;
}
#endif
