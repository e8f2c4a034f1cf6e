/* cosh.h - cosh x: transcendental for every dyadic x except 0 (Lindemann). e^711 / 2 > 2^1024. */
#ifndef SB_FUNCTIONS_COSH_H
#define SB_FUNCTIONS_COSH_H

#include "multiple/hyperbolic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_cosh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_INFINITY, 1.0, 1.0, SB_INFINITY, result))
        return true;
    return sb_less(711.0, sb_signed(*x, 1.0)) && sb_answer(SB_INFINITY, result);
}

SB_MULTIPLE void sb_cosh_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_cosh(c, sb_of_double(c, *x));
}
#endif
