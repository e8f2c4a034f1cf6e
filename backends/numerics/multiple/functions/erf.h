/* erf.h - erf and erfc: transcendental at every algebraic x but 0 (Siegel and Shidlovskii).
 * 1 - erf x < e^-x^2, which is e^-256 < 2^-369 at 16, and e^-961 < 2^-1386 at 31.
 */
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

SB_MULTIPLE void sb_erf_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_erf(c, sb_of_double(c, *x), 0);
}

SB_MULTIPLE bool sb_erfc_known(const double *x, double *result)
{
    if (sb_special(*x, 2.0, 1.0, 1.0, SB_ZERO, result))
        return true;
    if (sb_less(31.0, *x))
        return sb_answer(SB_ZERO, result);
    return sb_less(*x, -16.0) && sb_answer(2.0, result);
}

SB_MULTIPLE void sb_erfc_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_erfc(c, sb_of_double(c, *x), 0);
}
#endif
