/* log_cosh.h - log(cosh x), which is transcendental for every dyadic x except 0 (Lindemann). Let
 * m = |x|. For m <= 1 it is log1p(E Q / 2) with E = e^m - 1 and Q = E / (1 + E). For m > 1 it is
 * m - log 2 + log1p(e^-2m).
 *
 * For m >= 800 the last term, which is below e^-1600, is omitted: no midpoint of two binary64
 * numbers is that near to m - log 2. Below 2^100 midpoints and m are multiples of 2^-45, and log 2
 * is 2^-50 away from these. Above 2^100, m is a binary64 number, and m - 1 rounds to m.
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
