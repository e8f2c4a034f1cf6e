/* celu.h - alpha (e^(x/alpha) - 1) for x < 0; x[1] is the attribute alpha, never 0.
 *
 * The value is transcendental there for dyadic x and alpha (Lindemann). If x/alpha > 2000, alpha is
 * negative with a magnitude of at least 2^-1074, so alpha e^2000 is below -2^1800. */
#ifndef SB_FUNCTIONS_CELU_H
#define SB_FUNCTIONS_CELU_H

#include "multiple/exp_log.h"
#include "multiple/nearly.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_celu_known(const double *x, double *result)
{
    const double alpha = x[1];
    if (sb_special(*x, sb_is_negative(alpha) ? SB_NEGATIVE_INFINITY : sb_opposite(alpha),
                   SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return !sb_is_negative(*x) && sb_answer(*x, result);
}

SB_MULTIPLE void sb_celu_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball alpha = sb_of_double(c, x[1]), ratio = sb_div(c, sb_of_double(c, *x), alpha);
    if (!ratio.negative && sb_exceeds(c, ratio, 11))
        *value = sb_beyond(c, true);
    else
        *value = sb_mul(c, alpha, sb_expm1(c, ratio));
}
#endif
