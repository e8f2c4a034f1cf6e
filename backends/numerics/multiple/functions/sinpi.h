/* sinpi.h - sin(pi x): rational for dyadic x only at multiples of 1/2 (Niven), and algebraic, so
 * irrational, elsewhere. */
#ifndef SB_FUNCTIONS_SINPI_H
#define SB_FUNCTIONS_SINPI_H

#include "multiple/circular.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_sinpi_known(const double *x, double *result)
{
    int quarters;
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result))
        return true;
    if (!sb_whole_quarters(*x, &quarters))
        return false;
    return sb_answer((quarters & 1) == 0 ? sb_signed(SB_ZERO, *x)
                     : quarters == 1     ? 1.0
                                         : -1.0,
                     result);
}

SB_MULTIPLE void sb_sinpi_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_sin_of(c, sb_half_turns(c, *x));
}
#endif
