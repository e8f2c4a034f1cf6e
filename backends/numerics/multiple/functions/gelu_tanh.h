/* gelu_tanh.h - x s; see ../gelu_tanh.h.
 *
 * For x < -25 it is negative, with a magnitude below 2^-1640. For x > 13 it rounds to x, because 1
 * - s < e^-176 < 2^-253. Near 0 it is x/2 + x^2 / sqrt(2 pi): half of an odd subnormal would be a
 * tie without the second term. For such x the loop takes up to 1536 bits. */
#ifndef SB_FUNCTIONS_GELU_TANH_H
#define SB_FUNCTIONS_GELU_TANH_H

#include "multiple/gelu_tanh.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_gelu_tanh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    if (sb_less(*x, -25.0))
        return sb_answer(SB_NEGATIVE_ZERO, result);
    return sb_less(13.0, *x) && sb_answer(*x, result);
}

SB_MULTIPLE void sb_gelu_tanh_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    *value = sb_mul(c, exact, sb_logistic(c, sb_gelu_twice(c, exact)));
}
#endif
