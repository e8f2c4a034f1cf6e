/* normal_quantile.h - the inverse of the normal distribution function. At every algebraic y except
 * 0, the value of erf is not algebraic (Siegel and Shidlovskii). So sqrt(2) times a root of erf y =
 * 2 p - 1 is transcendental for dyadic p except 1/2. In the lower tail the code inverts erfc, at
 * the exact 2 p. */
#ifndef SB_FUNCTIONS_NORMAL_QUANTILE_H
#define SB_FUNCTIONS_NORMAL_QUANTILE_H

#include "multiple/inverse_erf.h"
#include "multiple/special.h"

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

SB_MULTIPLE void sb_normal_quantile_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball twice = sb_scaled(sb_of_double(c, *x), 1);
    const sb_ball found = twice.exponent < 0 ? sb_negated(sb_inverse_erfc(c, twice))
                                             : sb_erfinv(c, sb_add_integer(c, twice, -1));
    *value = sb_mul(c, sb_sqrt(c, sb_of_integer(c, 2, 0)), found);
}
#endif
