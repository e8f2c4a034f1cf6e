/* tanhshrink_derivative.h - tanh(x)^2: transcendental for every dyadic x except 0 (Lindemann). For
 * |x| > 80, 1 - tanh(x)^2 < 4 e^-160. */
#ifndef SB_FUNCTIONS_TANHSHRINK_DERIVATIVE_H
#define SB_FUNCTIONS_TANHSHRINK_DERIVATIVE_H

#include "multiple/hyperbolic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_tanhshrink_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, 1.0, SB_ZERO, SB_ZERO, 1.0, result))
        return true;
    return sb_less(80.0, sb_signed(*x, 1.0)) && sb_answer(1.0, result);
}

SB_MULTIPLE void sb_tanhshrink_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_square(c, sb_tanh(c, sb_of_double(c, sb_signed(*x, 1.0))));
}
#endif
