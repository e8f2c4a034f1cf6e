/* celu_derivative.h - e^(x/alpha) for x < 0; x[1] is the attribute alpha, never 0.
 *
 * The value is transcendental there for dyadic x and alpha (Lindemann). e^2000 is above 2^1800, and
 * e^-2000 is below 2^-1800.
 */
#ifndef SB_FUNCTIONS_CELU_DERIVATIVE_H
#define SB_FUNCTIONS_CELU_DERIVATIVE_H

#include "multiple/exp_log.h"
#include "multiple/nearly.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_celu_derivative_known(const double *x, double *result)
{
    const double limit = sb_is_negative(x[1]) ? SB_INFINITY : SB_ZERO;
    if (sb_special(*x, limit, 1.0, 1.0, 1.0, result))
        return true;
    return !sb_is_negative(*x) && sb_answer(1.0, result);
}

SB_MULTIPLE void sb_celu_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball ratio = sb_div(c, sb_of_double(c, *x), sb_of_double(c, x[1]));
    if (sb_exceeds(c, ratio, 11))
        *value = ratio.negative ? sb_next_to_nothing(c, false) : sb_beyond(c, false);
    else
        *value = sb_exp(c, ratio);
}
#endif
