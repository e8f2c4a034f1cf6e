/* softplus.h - log(1 + e^x), and logsigmoid x = -softplus(-x).
 * Transcendental for every dyadic x (Lindemann). Both terms of x + log(1 + e^-x) are positive. Left
 * of -746 softplus is below e^-746 < 2^-1075.
 */
#ifndef SB_FUNCTIONS_SOFTPLUS_H
#define SB_FUNCTIONS_SOFTPLUS_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE sb_ball sb_softplus(sb_context *c, sb_ball x)
{
    if (x.negative || x.zero)
        return sb_log1p(c, sb_exp(c, x));
    return sb_add(c, x, sb_log1p(c, sb_exp(c, sb_negated(x))));
}

SB_MULTIPLE bool sb_softplus_known(const double *x, double *result)
{
    if (sb_is_zero(*x))
        return false;
    if (sb_special(*x, SB_ZERO, SB_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(*x, -746.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_softplus_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_softplus(c, sb_of_double(c, *x));
}

SB_MULTIPLE bool sb_logsigmoid_known(const double *x, double *result)
{
    if (sb_is_zero(*x))
        return false;
    if (sb_special(*x, SB_NEGATIVE_INFINITY, SB_ZERO, SB_ZERO, SB_NEGATIVE_ZERO, result))
        return true;
    return sb_less(746.0, *x) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_logsigmoid_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_negated(sb_softplus(c, sb_negated(sb_of_double(c, *x))));
}
#endif
