/* erfinv.h - the inverse of erf. At every algebraic y except 0, the value of erf is not algebraic
 * (Siegel and Shidlovskii). So the inverse of every dyadic number except 0 is transcendental. */
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

SB_MULTIPLE void sb_erfinv_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_erfinv(c, sb_of_double(c, *x));
}
#endif
