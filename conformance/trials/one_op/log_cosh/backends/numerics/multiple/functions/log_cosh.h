/* log_cosh.h - log(cosh x): transcendental for every dyadic x but 0 (Lindemann). With m = |x| it is
 * log1p(E Q / 2), E = e^m - 1, Q = E / (1 + E), up to 1, and m - log 2 + log1p(e^-2m) beyond.
 *
 * From 800 on the last term, below e^-1600, is left out: no point halfway between two numbers of
 * binary64 lies within it of m - log 2. Below 2^100 such points and m are multiples of 2^-45, from
 * which log 2 is 2^-50 away; above, m is itself a number, and m - 1 rounds to it.
 */
#ifndef SB_FUNCTIONS_LOG_COSH_H
#define SB_FUNCTIONS_LOG_COSH_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_log_cosh_known(const double *x, double *result)
{
    return sb_special(*x, SB_INFINITY, SB_ZERO, SB_ZERO, SB_INFINITY, result);
}

SB_MULTIPLE void sb_log_cosh_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const double size = sb_signed(*x, 1.0);
    const sb_ball m = sb_of_double(c, size);
    if (sb_less(size, 1.0)) {
        const sb_ball e = sb_expm1(c, m), q = sb_div(c, e, sb_add_integer(c, e, 1));
        *value = sb_log1p(c, sb_scaled(sb_mul(c, e, q), -1));
        return;
    }
    *value = sb_sub(c, m, sb_log_2(c));
    if (sb_less(size, 800.0))
        *value = sb_add(c, *value, sb_softplus(c, sb_scaled(sb_negated(m), 1)));
}
#endif
