/* tanh_derivative.h - 1 / cosh^2: an even function, transcendental for every dyadic x except 0
 * (Lindemann).
 *
 * With w = e^-2|x| it is 4 w / (1 + w)^2. For |x| > 400 this is below 4 e^-800 < 2^-1075.
 */
#ifndef SB_FUNCTIONS_TANH_DERIVATIVE_H
#define SB_FUNCTIONS_TANH_DERIVATIVE_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_tanh_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_ZERO, 1.0, 1.0, SB_ZERO, result))
        return true;
    return sb_less(400.0, sb_signed(*x, 1.0)) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_tanh_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball twice = sb_scaled(sb_of_double(c, sb_signed(*x, -1.0)), 1);
    const sb_ball w = sb_exp(c, twice);
    *value = sb_scaled(sb_div(c, w, sb_square(c, sb_add_integer(c, w, 1))), 2);
}
#endif
