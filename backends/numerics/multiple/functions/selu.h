/* selu.h - scale x for x > 0, scale a (e^x - 1) for x < 0, and the derivative.
 * The left part is transcendental for every dyadic x but 0 (Lindemann); scale x keeps a power of
 * five below the fraction bar: never dyadic, so never a tie. Left of -800 the derivative is below
 * 2^-1150.
 */
#ifndef SB_FUNCTIONS_SELU_H
#define SB_FUNCTIONS_SELU_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE sb_ball sb_selu_scale(sb_context *c)
{
    return sb_decimal(c, INT64_C(1050700987355480), INT64_C(4934193349852946));
}

/* scale a. */
SB_MULTIPLE sb_ball sb_selu_product(sb_context *c)
{
    const sb_ball a = sb_decimal(c, INT64_C(1673263242354377), INT64_C(2848170429916717));
    return sb_mul(c, sb_selu_scale(c), a);
}

SB_MULTIPLE bool sb_selu_known(const double *x, double *result)
{
    const double size = sb_signed(*x, 1.0);
    if (sb_is_infinite(*x) && sb_is_negative(*x))
        return false;
    return sb_special(*x, *x, SB_NEGATIVE_ZERO, SB_ZERO, size, result);
}

SB_MULTIPLE void sb_selu_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    if (sb_is_infinite(*x))
        *value = sb_negated(sb_selu_product(c));
    else if (sb_is_negative(*x))
        *value = sb_mul(c, sb_selu_product(c), sb_expm1(c, sb_of_double(c, *x)));
    else
        *value = sb_mul(c, sb_selu_scale(c), sb_of_double(c, *x));
}

SB_MULTIPLE bool sb_selu_derivative_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return sb_less(*x, -800.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_selu_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    if (sb_is_zero(*x))
        *value = sb_selu_product(c);
    else if (sb_is_negative(*x))
        *value = sb_mul(c, sb_selu_product(c), sb_exp(c, sb_of_double(c, *x)));
    else
        *value = sb_selu_scale(c);
}
#endif
