/* asin.h - asin and acos: transcendental for every dyadic x but 0 (asin) and 1 (acos) (Lindemann).
 * The angles at -1, 0 and 1 are multiples of pi.
 */
#ifndef SB_FUNCTIONS_ASIN_H
#define SB_FUNCTIONS_ASIN_H

#include "multiple/arctangent.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_outside_one(double x) { return sb_less(1.0, sb_signed(x, 1.0)); }

SB_MULTIPLE bool sb_asin_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result))
        return true;
    return sb_outside_one(*x) && sb_answer(SB_NAN, result);
}

SB_MULTIPLE void sb_asin_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    if (sb_same(sb_signed(*x, 1.0), 1.0)) {
        *value = sb_scaled(sb_pi(c), -1);
        *value = sb_is_negative(*x) ? sb_negated(*value) : *value;
    } else {
        *value = sb_asin(c, sb_of_double(c, *x));
    }
}

SB_MULTIPLE bool sb_acos_known(const double *x, double *result)
{
    if (sb_is_nan(*x) || sb_outside_one(*x))
        return sb_answer(SB_NAN, result);
    return sb_same(*x, 1.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_acos_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    if (sb_is_zero(*x) || sb_same(*x, -1.0))
        *value = sb_scaled(sb_pi(c), sb_is_zero(*x) ? -1 : 0);
    else
        *value = sb_acos(c, sb_of_double(c, *x));
}
#endif
