/* sinpi.h - sin(pi x) and cos(pi x): rational for dyadic x only at multiples of 1/2 (Niven), and
 * algebraic, so irrational, elsewhere.
 */
#ifndef SB_FUNCTIONS_SINPI_H
#define SB_FUNCTIONS_SINPI_H

#include "multiple/circular.h"
#include "multiple/special.h"

/* The quarter turns of x modulo 4, if they are a whole number. */
SB_MULTIPLE bool sb_whole_quarters(double x, int *quarters)
{
    int e;
    const uint64_t m = sb_odd_part(x, &e);
    *quarters = e >= 1 ? 0 : e == 0 ? 2 : sb_quarters(m, sb_is_negative(x));
    return e >= -1;
}

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

SB_MULTIPLE void sb_sinpi_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_sin_of(c, sb_half_turns(c, *x));
}

SB_MULTIPLE bool sb_cospi_known(const double *x, double *result)
{
    int quarters;
    if (sb_special(*x, SB_NAN, 1.0, 1.0, SB_NAN, result))
        return true;
    if (!sb_whole_quarters(*x, &quarters))
        return false;
    return sb_answer((quarters & 1) != 0 ? SB_ZERO : quarters == 0 ? 1.0 : -1.0, result);
}

SB_MULTIPLE void sb_cospi_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_cos_of(c, sb_half_turns(c, *x));
}
#endif
