/* acos.h - acos x: transcendental for every dyadic x except 1 (Lindemann). The angles at -1 and 0
 * are multiples of pi. */
#ifndef SB_FUNCTIONS_ACOS_H
#define SB_FUNCTIONS_ACOS_H

#include "multiple/arctangent.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_acos_known(const double *x, double *result)
{
    if (sb_is_nan(*x) || sb_outside_one(*x))
        return sb_answer(SB_NAN, result);
    return sb_same(*x, 1.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_acos_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    if (sb_is_zero(*x) || sb_same(*x, -1.0))
        *value = sb_scaled(sb_pi(c), sb_is_zero(*x) ? -1 : 0);
    else
        *value = sb_acos(c, sb_of_double(c, *x));
}
#endif
