/* atanh.h - atanh x: transcendental for every dyadic x except 0 (Lindemann). */
#ifndef SB_FUNCTIONS_ATANH_H
#define SB_FUNCTIONS_ATANH_H

#include "multiple/hyperbolic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_atanh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result))
        return true;
    const double size = sb_signed(*x, 1.0);
    if (sb_less(1.0, size))
        return sb_answer(SB_NAN, result);
    return sb_same(size, 1.0) && sb_answer(sb_signed(SB_INFINITY, *x), result);
}

SB_MULTIPLE void sb_atanh_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball size = sb_atanh(c, sb_of_double(c, sb_signed(*x, 1.0)));
    *value = sb_is_negative(*x) ? sb_negated(size) : size;
}
#endif
