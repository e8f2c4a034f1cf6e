/* tanh.h - tanh x: transcendental for every dyadic x except 0 (Lindemann). For x > 80, 1 - tanh x <
 * 2 e^-2x < 2^-200. */
#ifndef SB_FUNCTIONS_TANH_H
#define SB_FUNCTIONS_TANH_H

#include "multiple/hyperbolic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_tanh_known(const double *x, double *result)
{
    if (sb_special(*x, -1.0, SB_NEGATIVE_ZERO, SB_ZERO, 1.0, result))
        return true;
    return sb_less(80.0, sb_signed(*x, 1.0)) && sb_answer(sb_signed(1.0, *x), result);
}

SB_MULTIPLE void sb_tanh_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball size = sb_tanh(c, sb_of_double(c, sb_signed(*x, 1.0)));
    *value = sb_is_negative(*x) ? sb_negated(size) : size;
}
#endif
