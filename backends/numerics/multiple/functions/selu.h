/* selu.h - scale x for x > 0, scale a (e^x - 1) for x < 0.
 *
 * For x < 0 the value is transcendental for every dyadic x (Lindemann). For x > 0 the denominator
 * of scale x contains a power of five. So the value is never dyadic, and never a tie. */
#ifndef SB_FUNCTIONS_SELU_H
#define SB_FUNCTIONS_SELU_H

#include "multiple/selu.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_selu_known(const double *x, double *result)
{
    const double size = sb_signed(*x, 1.0);
    if (sb_is_infinite(*x) && sb_is_negative(*x))
        return false;
    return sb_special(*x, *x, SB_NEGATIVE_ZERO, SB_ZERO, size, result);
}

SB_MULTIPLE void sb_selu_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    if (sb_is_infinite(*x))
        *value = sb_negated(sb_selu_product(c));
    else if (sb_is_negative(*x))
        *value = sb_mul(c, sb_selu_product(c), sb_expm1(c, sb_of_double(c, *x)));
    else
        *value = sb_mul(c, sb_selu_scale(c), sb_of_double(c, *x));
}
#endif
