/* sinh.h - sinh, cosh and tanh: transcendental for every dyadic x but 0 (Lindemann).
 * e^711 / 2 > 2^1024, and 1 - tanh x < 2 e^-2x < 2^-200 beyond 80.
 */
#ifndef SB_FUNCTIONS_SINH_H
#define SB_FUNCTIONS_SINH_H

#include "multiple/hyperbolic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_sinh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_INFINITY, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(711.0, sb_signed(*x, 1.0)) && sb_answer(sb_signed(SB_INFINITY, *x), result);
}

SB_MULTIPLE void sb_sinh_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball size = sb_sinh(c, sb_of_double(c, sb_signed(*x, 1.0)));
    *value = sb_is_negative(*x) ? sb_negated(size) : size;
}

SB_MULTIPLE bool sb_cosh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_INFINITY, 1.0, 1.0, SB_INFINITY, result))
        return true;
    return sb_less(711.0, sb_signed(*x, 1.0)) && sb_answer(SB_INFINITY, result);
}

SB_MULTIPLE void sb_cosh_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_cosh(c, sb_of_double(c, *x));
}

SB_MULTIPLE bool sb_tanh_known(const double *x, double *result)
{
    if (sb_special(*x, -1.0, SB_NEGATIVE_ZERO, SB_ZERO, 1.0, result))
        return true;
    return sb_less(80.0, sb_signed(*x, 1.0)) && sb_answer(sb_signed(1.0, *x), result);
}

SB_MULTIPLE void sb_tanh_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball size = sb_tanh(c, sb_of_double(c, sb_signed(*x, 1.0)));
    *value = sb_is_negative(*x) ? sb_negated(size) : size;
}
#endif
