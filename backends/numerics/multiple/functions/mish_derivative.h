/* mish_derivative.h - the derivative of mish: transcendental for every dyadic x except 0
 * (Lindemann), where it is 3/5.
 *
 * With w = e^x and d = w (w + 2) + 2 it is w ((w + 2) d + 4 x (1 + w)) / d^2. For x > 0 it is
 * computed in powers of v = e^-x: with d = 1 + 2v + 2v^2, ((1 + 2v) d + 4 x v^2 (1 + v)) / d^2. For
 * x < -800 it is negative, with a magnitude below 2 |x| e^x < 2^-1140. */
#ifndef SB_FUNCTIONS_MISH_DERIVATIVE_H
#define SB_FUNCTIONS_MISH_DERIVATIVE_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

/* Return the numerator of the derivative, and write the square root d of the denominator. */
SB_MULTIPLE sb_ball sb_mish_left(sb_workspace *c, sb_ball x, sb_ball *d)
{
    const sb_ball w = sb_exp(c, x), two = sb_add_integer(c, w, 2);
    *d = sb_add_integer(c, sb_mul(c, w, two), 2);
    const sb_ball part = sb_scaled(sb_mul(c, x, sb_add_integer(c, w, 1)), 2);
    return sb_mul(c, w, sb_add(c, sb_mul(c, two, *d), part));
}

SB_MULTIPLE sb_ball sb_mish_right(sb_workspace *c, sb_ball x, sb_ball *d)
{
    const sb_ball v = sb_exp(c, sb_negated(x)), square = sb_square(c, v);
    const sb_ball one = sb_add_integer(c, sb_scaled(v, 1), 1);
    *d = sb_add(c, one, sb_scaled(square, 1));
    const sb_ball part = sb_mul(c, sb_mul(c, x, square), sb_add_integer(c, v, 1));
    return sb_add(c, sb_mul(c, one, *d), sb_scaled(part, 2));
}

SB_MULTIPLE bool sb_mish_derivative_known(const double *x, double *result)
{
    if (sb_is_zero(*x))
        return false;
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_ZERO, SB_ZERO, 1.0, result))
        return true;
    return sb_less(*x, -800.0) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_mish_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    sb_ball d;
    const sb_ball n =
        exact.negative || exact.zero ? sb_mish_left(c, exact, &d) : sb_mish_right(c, exact, &d);
    *value = sb_div(c, n, sb_square(c, d));
}
#endif
