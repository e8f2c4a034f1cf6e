/* sigmoid_derivative.h - sigmoid(x) sigmoid(-x): an even function, transcendental for every dyadic
 * x except 0 (Lindemann). For |x| > 746 it is below e^-746 < 2^-1075. */
#ifndef SB_FUNCTIONS_SIGMOID_DERIVATIVE_H
#define SB_FUNCTIONS_SIGMOID_DERIVATIVE_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_sigmoid_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_ZERO, 0.25, 0.25, SB_ZERO, result))
        return true;
    return sb_less(746.0, sb_signed(*x, 1.0)) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_sigmoid_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball w = sb_exp(c, sb_of_double(c, sb_signed(*x, -1.0)));
    *value = sb_div(c, w, sb_square(c, sb_add_integer(c, w, 1)));
}
#endif
