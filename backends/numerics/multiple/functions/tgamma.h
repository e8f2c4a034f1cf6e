/* tgamma.h - Gamma(x): (n - 1)! at positive integers n.
 *
 * The odd part of a factorial has more than 54 bits from 23! on. Smaller factorials are computed
 * here. For other x no theorem is known, but none is needed: if the loop ends, the value is not a
 * point at which the rounding changes. 172! / 172 > 2^1024. For x < -200, if x is not an integer,
 * |sin(pi x)| >= 2^-44, and |Gamma(x)| = pi / |sin(pi x) Gamma(1 - x)| is below 2^46 / 200! <
 * 2^-1075. Gamma(x) is positive if floor(x) is even. */
#ifndef SB_FUNCTIONS_TGAMMA_H
#define SB_FUNCTIONS_TGAMMA_H

#include "multiple/gamma.h"
#include "multiple/rounding.h"
#include "multiple/special.h"

/* Return whether floor(x) is odd, for negative x that are no integers. It is odd if trunc(x) is
 * even. */
SB_MULTIPLE bool sb_odd_floor(double x)
{
    int e;
    const uint64_t m = sb_odd_part(x, &e);
    return e <= -64 || (m >> -e & 1) == 0;
}

SB_MULTIPLE bool sb_tgamma_known(const double *x, double *result)
{
    bool odd;
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_INFINITY, SB_INFINITY, SB_INFINITY, result))
        return true;
    const bool whole = sb_is_integer(*x, &odd), negative = sb_is_negative(*x);
    if (negative && whole)
        return sb_answer(SB_NAN, result);
    if (sb_less(172.0, *x))
        return sb_answer(SB_INFINITY, result);
    if (sb_less(*x, -200.0))
        return sb_answer(sb_odd_floor(*x) ? SB_NEGATIVE_ZERO : SB_ZERO, result);
    if (!whole || sb_less(23.0, *x))
        return false;
    int e;
    const uint64_t part = sb_odd_part(*x, &e);
    const int n = (int)(part << e);
    uint64_t odd_part = 1;
    int twos = 0;
    for (int i = 2; i < n; i++) { /* 22! has an odd part of 51 bits */
        const int zeros = SB_TRAILING_ZEROS((uint64_t)i);
        odd_part *= (uint64_t)i >> zeros;
        twos += zeros;
    }
    return sb_answer(sb_exact(odd_part, twos, false), result);
}

SB_MULTIPLE void sb_tgamma_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_tgamma(c, *x);
}
#endif
