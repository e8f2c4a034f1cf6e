/* hardsigmoid_derivative.h - 1/6 between -3 and 3, else 0. */
#ifndef SB_FUNCTIONS_HARDSIGMOID_DERIVATIVE_H
#define SB_FUNCTIONS_HARDSIGMOID_DERIVATIVE_H

#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_hardsigmoid_derivative_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return sb_beyond_three(*x) != 0 && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_hardsigmoid_derivative_enclosed(sb_workspace *c, const double *x,
                                                    sb_ball *value)
{
    (void)x;
    *value = sb_over(c, sb_of_integer(c, 1, 0), 6);
}
#endif
