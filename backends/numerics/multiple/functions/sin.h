/* sin.h - sin x: transcendental for every dyadic x except 0 (Lindemann). */
#ifndef SB_FUNCTIONS_SIN_H
#define SB_FUNCTIONS_SIN_H

#include "multiple/circular.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_sin_known(const double *x, double *result)
{
    return sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result);
}

SB_MULTIPLE void sb_sin_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_sin_of(c, sb_reduced(c, *x));
}
#endif
