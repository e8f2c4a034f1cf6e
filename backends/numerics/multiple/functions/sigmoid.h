/* sigmoid.h - 1 / (1 + e^-x), its derivative, and the derivatives of softplus and logsigmoid.
 * Transcendental for every dyadic x but 0 (Lindemann). Left of -746 sigmoid is below
 * e^-746 < 2^-1075, and so is its derivative on both sides.
 */
#ifndef SB_FUNCTIONS_SIGMOID_H
#define SB_FUNCTIONS_SIGMOID_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_sigmoid_known(const double *x, double *result)
{
    if (sb_special(*x, SB_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    return sb_less(*x, -746.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_sigmoid_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_logistic(c, sb_of_double(c, *x));
}

SB_MULTIPLE bool sb_softplus_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    return sb_less(*x, -746.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_softplus_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_logistic(c, sb_of_double(c, *x));
}

SB_MULTIPLE bool sb_logsigmoid_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, 1.0, 0.5, 0.5, SB_ZERO, result))
        return true;
    return sb_less(746.0, *x) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_logsigmoid_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_logistic(c, sb_negated(sb_of_double(c, *x)));
}

SB_MULTIPLE bool sb_sigmoid_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_ZERO, 0.25, 0.25, SB_ZERO, result))
        return true;
    return sb_less(746.0, sb_signed(*x, 1.0)) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_sigmoid_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball w = sb_exp(c, sb_of_double(c, sb_signed(*x, -1.0)));
    *value = sb_div(c, w, sb_square(c, sb_add_integer(c, w, 1)));
}
#endif
