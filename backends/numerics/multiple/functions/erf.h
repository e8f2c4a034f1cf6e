/* erf.h - erf x: transcendental at every algebraic x except 0 (Siegel and Shidlovskii).
 *
 * 1 - erf x < e^-x^2. At x = 16 this bound is e^-256 < 2^-369. */
#ifndef SB_FUNCTIONS_ERF_H
#define SB_FUNCTIONS_ERF_H

#include "multiple/erf.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_erf_known(const double *x, double *result)
{
    if (sb_special(*x, -1.0, SB_NEGATIVE_ZERO, SB_ZERO, 1.0, result))
        return true;
    return sb_less(16.0, sb_signed(*x, 1.0)) && sb_answer(sb_signed(1.0, *x), result);
}

SB_MULTIPLE void sb_erf_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_erf(c, sb_of_double(c, *x), 0);
}
#endif
