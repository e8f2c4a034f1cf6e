/* asin.h - asin x: transcendental for every dyadic x except 0 (Lindemann). The angles at -1 and 1
 * are multiples of pi. */
#ifndef SB_FUNCTIONS_ASIN_H
#define SB_FUNCTIONS_ASIN_H

#include "multiple/arctangent.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_asin_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result))
        return true;
    return sb_outside_one(*x) && sb_answer(SB_NAN, result);
}

SB_MULTIPLE void sb_asin_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    if (sb_same(sb_signed(*x, 1.0), 1.0)) {
        *value = sb_scaled(sb_pi(c), -1);
        *value = sb_is_negative(*x) ? sb_negated(*value) : *value;
    } else {
        *value = sb_asin(c, sb_of_double(c, *x));
    }
}
#endif
