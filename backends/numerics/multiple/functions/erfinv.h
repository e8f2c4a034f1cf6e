/* erfinv.h - the inverses of erf and of the normal distribution function.
 * erf takes no algebraic value at an algebraic y but 0 (Siegel and Shidlovskii), so the inverses of
 * dyadic numbers but 0 and 1/2 are transcendental. In the tails erfc is inverted, of the exact
 * 1 - |x|, 2 p or 2 (1 - p).
 */
#ifndef SB_FUNCTIONS_ERFINV_H
#define SB_FUNCTIONS_ERFINV_H

#include "multiple/inverse_erf.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_erfinv_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result))
        return true;
    const double size = sb_signed(*x, 1.0);
    if (sb_less(1.0, size))
        return sb_answer(SB_NAN, result);
    return sb_same(size, 1.0) && sb_answer(sb_signed(SB_INFINITY, *x), result);
}

/* The y with erf y = x, for exact |x| < 1. */
SB_MULTIPLE sb_ball sb_erfinv(sb_context *c, sb_ball x)
{
    if (x.unknown || x.exponent < 0)
        return sb_inverse_erf(c, x);
    const bool negative = x.negative;
    const sb_ball size = negative ? sb_negated(x) : x;
    const sb_ball found = sb_inverse_erfc(c, sb_add_integer(c, sb_negated(size), 1));
    return negative ? sb_negated(found) : found;
}

SB_MULTIPLE void sb_erfinv_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_erfinv(c, sb_of_double(c, *x));
}

SB_MULTIPLE bool sb_normal_quantile_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_INFINITY, SB_NEGATIVE_INFINITY, SB_NAN, result))
        return true;
    if (sb_is_negative(*x) || sb_less(1.0, *x))
        return sb_answer(SB_NAN, result);
    if (sb_same(*x, 1.0))
        return sb_answer(SB_INFINITY, result);
    return sb_same(*x, 0.5) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_normal_quantile_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball twice = sb_scaled(sb_of_double(c, *x), 1);
    const sb_ball found = twice.exponent < 0 ? sb_negated(sb_inverse_erfc(c, twice))
                                             : sb_erfinv(c, sb_add_integer(c, twice, -1));
    *value = sb_mul(c, sb_sqrt(c, sb_of_integer(c, 2, 0)), found);
}
#endif
