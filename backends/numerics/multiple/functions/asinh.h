/* asinh.h - asinh, acosh and atanh: transcendental for dyadic arguments but 0, 1 and 0 (Lindemann).
 */
#ifndef SB_FUNCTIONS_ASINH_H
#define SB_FUNCTIONS_ASINH_H

#include "multiple/hyperbolic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_asinh_known(const double *x, double *result)
{
    return sb_special(*x, SB_NEGATIVE_INFINITY, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result);
}

SB_MULTIPLE void sb_asinh_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball size = sb_asinh(c, sb_of_double(c, sb_signed(*x, 1.0)));
    *value = sb_is_negative(*x) ? sb_negated(size) : size;
}

SB_MULTIPLE bool sb_acosh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NAN, SB_NAN, SB_INFINITY, result))
        return true;
    if (sb_less(*x, 1.0))
        return sb_answer(SB_NAN, result);
    return sb_same(*x, 1.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_acosh_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_acosh(c, sb_of_double(c, *x));
}

SB_MULTIPLE bool sb_atanh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_ZERO, SB_ZERO, SB_NAN, result))
        return true;
    const double size = sb_signed(*x, 1.0);
    if (sb_less(1.0, size))
        return sb_answer(SB_NAN, result);
    return sb_same(size, 1.0) && sb_answer(sb_signed(SB_INFINITY, *x), result);
}

SB_MULTIPLE void sb_atanh_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball size = sb_atanh(c, sb_of_double(c, sb_signed(*x, 1.0)));
    *value = sb_is_negative(*x) ? sb_negated(size) : size;
}
#endif
