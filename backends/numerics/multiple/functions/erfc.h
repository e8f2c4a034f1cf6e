/* erfc.h - 1 - erf x: transcendental at every algebraic x except 0 (Siegel and Shidlovskii).
 *
 * It is below e^-x^2, which is e^-961 < 2^-1386 at x = 31. For x < -16 it differs from 2 by less
 * than e^-256 < 2^-369.
 */
#ifndef SB_FUNCTIONS_ERFC_H
#define SB_FUNCTIONS_ERFC_H

#include "multiple/erf.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_erfc_known(const double *x, double *result)
{
    if (sb_special(*x, 2.0, 1.0, 1.0, SB_ZERO, result))
        return true;
    if (sb_less(31.0, *x))
        return sb_answer(SB_ZERO, result);
    return sb_less(*x, -16.0) && sb_answer(2.0, result);
}

SB_MULTIPLE void sb_erfc_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_erfc(c, sb_of_double(c, *x), 0);
}
#endif
