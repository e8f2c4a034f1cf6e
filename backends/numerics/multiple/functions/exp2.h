/* exp2.h - 2 to the power x: dyadic for integers, an irrational root for other dyadic x. */
#ifndef SB_FUNCTIONS_EXP2_H
#define SB_FUNCTIONS_EXP2_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_exp2_known(const double *x, double *result)
{
    bool odd;
    if (sb_special(*x, SB_ZERO, 1.0, 1.0, SB_INFINITY, result))
        return true;
    if (sb_less(1100.0, *x))
        return sb_answer(SB_INFINITY, result);
    if (sb_less(*x, -1100.0))
        return sb_answer(SB_ZERO, result);
    if (!sb_is_integer(*x, &odd))
        return false;
    int e;
    const uint64_t part = sb_odd_part(*x, &e);
    const int m = (int)(part << e); /* |x| <= 1100 */
    return sb_answer(sb_power_of_two(sb_is_negative(*x) ? -m : m), result);
}

SB_MULTIPLE void sb_exp2_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_exp(c, sb_mul(c, sb_of_double(c, *x), sb_log_2(c)));
}
#endif
