/* elu.h - alpha (e^x - 1) for x < 0; x[1] is the attribute alpha.
 *
 * The value is transcendental there for dyadic x and alpha other than 0 (Lindemann). alpha x may be
 * a tie. The relative difference between the value and alpha x is then x / 2, and the loop takes up
 * to 1536 bits. */
#ifndef SB_FUNCTIONS_ELU_H
#define SB_FUNCTIONS_ELU_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

/* Return the magnitude with the sign of alpha y. The magnitude is 0 or a limit of that product. */
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

SB_MULTIPLE void sb_elu_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_mul(c, sb_of_double(c, x[1]), sb_expm1(c, sb_of_double(c, *x)));
}
#endif
