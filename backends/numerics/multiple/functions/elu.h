/* elu.h - elu and celu and their derivatives; x[1] is the attribute alpha.
 * For x < 0, alpha (e^x - 1), alpha (e^(x/alpha) - 1) and alpha e^x, e^(x/alpha) are transcendental
 * for dyadic x and alpha other than 0 (Lindemann). alpha x may be a tie, of which the value of elu
 * is x / 2 away, for which the loop takes up to 1536 bits. e^-2000 times any alpha is below
 * 2^-1800; beyond x/alpha = 2000, where alpha is negative and at least 2^-1074 in magnitude, alpha
 * e^2000 is beyond -2^1800.
 */
#ifndef SB_FUNCTIONS_ELU_H
#define SB_FUNCTIONS_ELU_H

#include "multiple/exp_log.h"
#include "multiple/nearly.h"
#include "multiple/special.h"

/* alpha with the sign of alpha y, for a zero or limit of that product. */
SB_MULTIPLE double sb_sign_of_product(double magnitude, double alpha, double y)
{
    return sb_is_negative(y) ? sb_opposite(sb_signed(magnitude, alpha))
                             : sb_signed(magnitude, alpha);
}

SB_MULTIPLE bool sb_elu_known(const double *x, double *result)
{
    const double zero = sb_sign_of_product(SB_ZERO, x[1], *x);
    if (sb_special(*x, sb_opposite(x[1]), zero, zero, SB_INFINITY, result))
        return true;
    if (!sb_is_negative(*x))
        return sb_answer(*x, result);
    return sb_is_zero(x[1]) && sb_answer(zero, result);
}

SB_MULTIPLE void sb_elu_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_mul(c, sb_of_double(c, x[1]), sb_expm1(c, sb_of_double(c, *x)));
}

SB_MULTIPLE bool sb_elu_derivative_known(const double *x, double *result)
{
    const double alpha = x[1];
    if (sb_special(*x, sb_signed(SB_ZERO, alpha), alpha, alpha, 1.0, result))
        return true;
    if (!sb_is_negative(*x))
        return sb_answer(1.0, result);
    if (sb_less(*x, -2000.0))
        return sb_answer(sb_signed(SB_ZERO, alpha), result);
    return sb_is_zero(alpha) && sb_answer(alpha, result);
}

SB_MULTIPLE void sb_elu_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_mul(c, sb_of_double(c, x[1]), sb_exp(c, sb_of_double(c, *x)));
}

SB_MULTIPLE bool sb_celu_known(const double *x, double *result)
{
    const double alpha = x[1];
    if (sb_special(*x, sb_is_negative(alpha) ? SB_NEGATIVE_INFINITY : sb_opposite(alpha),
                   SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return !sb_is_negative(*x) && sb_answer(*x, result);
}

SB_MULTIPLE void sb_celu_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball alpha = sb_of_double(c, x[1]), ratio = sb_div(c, sb_of_double(c, *x), alpha);
    if (!ratio.negative && sb_exceeds(c, ratio, 11))
        *value = sb_beyond(c, true);
    else
        *value = sb_mul(c, alpha, sb_expm1(c, ratio));
}

SB_MULTIPLE bool sb_celu_derivative_known(const double *x, double *result)
{
    const double limit = sb_is_negative(x[1]) ? SB_INFINITY : SB_ZERO;
    if (sb_special(*x, limit, 1.0, 1.0, 1.0, result))
        return true;
    return !sb_is_negative(*x) && sb_answer(1.0, result);
}

SB_MULTIPLE void sb_celu_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball ratio = sb_div(c, sb_of_double(c, *x), sb_of_double(c, x[1]));
    if (sb_exceeds(c, ratio, 11))
        *value = ratio.negative ? sb_next_to_nothing(c, false) : sb_beyond(c, false);
    else
        *value = sb_exp(c, ratio);
}
#endif
