/* atan.h - atan x: transcendental for every dyadic x except 0 (Lindemann). */
#ifndef SB_FUNCTIONS_ATAN_H
#define SB_FUNCTIONS_ATAN_H

#include "multiple/arctangent.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_atan_known(const double *x, double *result)
{
    const bool zero = sb_is_zero(*x);
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return zero && sb_answer(*x, result);
}

SB_MULTIPLE void sb_atan_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    if (sb_is_infinite(*x)) {
        *value = sb_scaled(sb_pi(c), -1);
        *value = sb_is_negative(*x) ? sb_negated(*value) : *value;
    } else {
        *value = sb_atan(c, sb_of_double(c, *x));
    }
}
#endif
