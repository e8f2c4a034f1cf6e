/* mish.h - x tanh(log(1 + e^x)) and its derivative: transcendental for dyadic x but 0 (Lindemann).
 * With w = e^x and n = w (w + 2) mish is x n / (n + 2), and its derivative, with d = n + 2,
 * w ((w + 2) d + 4 x (1 + w)) / d^2. For x > 0 both are taken in powers of v = e^-x: with
 * d = 1 + 2v + 2v^2 they are x (1 + 2v) / d and ((1 + 2v) d + 4 x v^2 (1 + v)) / d^2.
 * Left of -800 both are negative, and 2 |x| e^x < 2^-1140 bounds them. At 0 the derivative is 3/5.
 */
#ifndef SB_FUNCTIONS_MISH_H
#define SB_FUNCTIONS_MISH_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_mish_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(*x, -800.0) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_mish_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    const bool negative = exact.negative;
    const sb_ball v = sb_exp(c, negative ? exact : sb_negated(exact));
    sb_ball n;
    if (negative)
        n = sb_mul(c, v, sb_add_integer(c, v, 2));
    else
        n = sb_add_integer(c, sb_scaled(v, 1), 1);
    const sb_ball more = sb_scaled(negative ? sb_of_integer(c, 1, 0) : sb_square(c, v), 1);
    *value = sb_mul(c, exact, sb_div(c, n, sb_add(c, n, more)));
}

/* The numerator of the derivative, and d. */
SB_MULTIPLE sb_ball sb_mish_left(sb_context *c, sb_ball x, sb_ball *d)
{
    const sb_ball w = sb_exp(c, x), two = sb_add_integer(c, w, 2);
    *d = sb_add_integer(c, sb_mul(c, w, two), 2);
    const sb_ball part = sb_scaled(sb_mul(c, x, sb_add_integer(c, w, 1)), 2);
    return sb_mul(c, w, sb_add(c, sb_mul(c, two, *d), part));
}

SB_MULTIPLE sb_ball sb_mish_right(sb_context *c, sb_ball x, sb_ball *d)
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

SB_MULTIPLE void sb_mish_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    sb_ball d;
    const sb_ball n =
        exact.negative || exact.zero ? sb_mish_left(c, exact, &d) : sb_mish_right(c, exact, &d);
    *value = sb_div(c, n, sb_square(c, d));
}
#endif
