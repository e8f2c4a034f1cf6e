/* sinh.h - sinh x: transcendental for every dyadic x except 0 (Lindemann). e^711 / 2 > 2^1024. */
#ifndef SB_FUNCTIONS_SINH_H
#define SB_FUNCTIONS_SINH_H

#include "multiple/hyperbolic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_sinh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_INFINITY, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(711.0, sb_signed(*x, 1.0)) && sb_answer(sb_signed(SB_INFINITY, *x), result);
}

SB_MULTIPLE void sb_sinh_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball size = sb_sinh(c, sb_of_double(c, sb_signed(*x, 1.0)));
    *value = sb_is_negative(*x) ? sb_negated(size) : size;
}
#endif
