/* silu.h - x / (1 + e^-x): transcendental for every dyadic x except 0 (Lindemann).
 *
 * For x < -800 it is negative, with a magnitude below |x| e^x < 2^-1144. Near 0 it is x/2 + x^2/4:
 * half of an odd subnormal would be a tie without the second term. For such x the loop takes up to
 * 1536 bits. */
#ifndef SB_FUNCTIONS_SILU_H
#define SB_FUNCTIONS_SILU_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_silu_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(*x, -800.0) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_silu_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    *value = sb_mul(c, exact, sb_logistic(c, exact));
}
#endif
