/* exp10.h - 10 to the power x.
 *
 * For an integer n >= 0 it is 5^n 2^n. Up to n = 23, 5^n is a binary64 number or a midpoint of two
 * (n = 23), and is rounded here. From n = 24 on, 5^n has more than 54 bits, so it is neither. For
 * negative integers the denominator has a power of five, so the binary expansion never ends. For
 * other dyadic x the value is an irrational root. 10^310 > 2^1024, and 10^-325 < 2^-1075.
 */
#ifndef SB_FUNCTIONS_EXP10_H
#define SB_FUNCTIONS_EXP10_H

#include "multiple/exp_log.h"
#include "multiple/rounding.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_exp10_known(const double *x, double *result)
{
    bool odd;
    if (sb_special(*x, SB_ZERO, 1.0, 1.0, SB_INFINITY, result))
        return true;
    if (sb_less(310.0, *x))
        return sb_answer(SB_INFINITY, result);
    if (sb_less(*x, -325.0))
        return sb_answer(SB_ZERO, result);
    if (sb_is_negative(*x) || sb_less(23.0, *x) || !sb_is_integer(*x, &odd))
        return false;
    int e;
    const uint64_t part = sb_odd_part(*x, &e);
    const int n = (int)(part << e);
    uint64_t power = 1;
    for (int i = 0; i < n; i++) power *= 5;
    return sb_answer(sb_exact(power, n, false), result);
}

SB_MULTIPLE void sb_exp10_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_exp(c, sb_mul(c, sb_of_double(c, *x), sb_log_10(c)));
}
#endif
