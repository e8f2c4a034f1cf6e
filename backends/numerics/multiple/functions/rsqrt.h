/* rsqrt.h - 1 / sqrt(x), exact only for powers of four.
 *
 * Let x = m 4^k, where m is an odd integer or twice an odd integer. Then 1 / sqrt(m) is irrational,
 * or it is 1/n with an odd n, whose binary expansion never ends. The exception is m = 1: then the
 * square root and the quotient are exact (root.h).
 */
#ifndef SB_FUNCTIONS_RSQRT_H
#define SB_FUNCTIONS_RSQRT_H

#include "multiple/root.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_rsqrt_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_INFINITY, SB_INFINITY, SB_ZERO, result))
        return true;
    return sb_is_negative(*x) && sb_answer(SB_NAN, result);
}

SB_MULTIPLE void sb_rsqrt_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_inverse(c, 1, sb_sqrt(c, sb_of_double(c, *x)));
}
#endif
