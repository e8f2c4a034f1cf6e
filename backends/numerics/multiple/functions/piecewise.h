/* piecewise.h - activations by pieces, reciprocal and square, and derivatives: rational numbers.
 *
 * x[1] is the negative slope of leaky_relu. A product of two numbers has 106 bits or fewer, so that
 * its ball is exact, and so is a quotient by 6 that is dyadic, if its numerator is: then a tie is
 * rounded right. x + 3 and 2x + 3 are not exact in 4 limbs only for |x| < 2^-200, where the
 * quotient is next to 1/2, which is no tie. x (x + 3) / 6 is next to x / 2 there, which may be one;
 * it differs by x^2 / 6, for which the loop takes up to 1536 bits. 1 / x is dyadic for powers of
 * two only.
 */
#ifndef SB_FUNCTIONS_PIECEWISE_H
#define SB_FUNCTIONS_PIECEWISE_H

#include "multiple/arithmetic.h"
#include "multiple/special.h"

/* For functions whose `known` has all results. */
SB_MULTIPLE void sb_nothing_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    (void)c, (void)x;
    *value = sb_unknown();
}

SB_MULTIPLE bool sb_relu_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return sb_answer(sb_is_negative(*x) ? SB_ZERO : *x, result);
}

SB_MULTIPLE bool sb_relu_derivative_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return sb_answer(sb_less(0.0, *x) ? 1.0 : SB_ZERO, result);
}

SB_MULTIPLE bool sb_relu6_known(const double *x, double *result)
{
    if (!sb_is_nan(*x) && sb_less(6.0, *x))
        return sb_answer(6.0, result);
    return sb_relu_known(x, result);
}

SB_MULTIPLE bool sb_relu6_derivative_known(const double *x, double *result)
{
    if (!sb_is_nan(*x) && !sb_less(*x, 6.0))
        return sb_answer(SB_ZERO, result);
    return sb_relu_derivative_known(x, result);
}

SB_MULTIPLE bool sb_leaky_relu_known(const double *x, double *result)
{
    const double slope = x[1];
    if (sb_is_nan(*x) || (sb_is_infinite(*x) && sb_is_negative(*x) && sb_is_zero(slope)))
        return sb_answer(SB_NAN, result);
    if (!sb_is_negative(*x) && !sb_is_zero(*x))
        return sb_answer(*x, result);
    if (!sb_is_infinite(*x) && !sb_is_zero(*x) && !sb_is_zero(slope))
        return false;
    const double size = sb_signed(sb_is_infinite(*x) ? SB_INFINITY : SB_ZERO, slope);
    return sb_answer(sb_is_negative(*x) ? sb_opposite(size) : size, result);
}

SB_MULTIPLE void sb_leaky_relu_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_mul(c, sb_of_double(c, x[1]), sb_of_double(c, *x));
}

SB_MULTIPLE bool sb_leaky_relu_derivative_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return sb_answer(sb_less(0.0, *x) ? 1.0 : x[1], result);
}

/* 1 up to -3, 2 from 3 on, 0 between. */
SB_MULTIPLE int sb_beyond_three(double x)
{
    return !sb_less(-3.0, x) ? 1 : !sb_less(x, 3.0) ? 2 : 0;
}

SB_MULTIPLE bool sb_hardsigmoid_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    const int side = sb_beyond_three(*x);
    return side != 0 && sb_answer(side == 1 ? SB_ZERO : 1.0, result);
}

SB_MULTIPLE void sb_hardsigmoid_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_over(c, sb_add_integer(c, sb_of_double(c, *x), 3), 6);
}

SB_MULTIPLE bool sb_hardsigmoid_derivative_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return sb_beyond_three(*x) != 0 && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_hardsigmoid_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    (void)x;
    *value = sb_over(c, sb_of_integer(c, 1, 0), 6);
}

SB_MULTIPLE bool sb_hardswish_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    const int side = sb_beyond_three(*x);
    if (side == 0 && !sb_is_zero(*x))
        return false;
    return sb_answer(side == 1 ? SB_NEGATIVE_ZERO : *x, result);
}

SB_MULTIPLE void sb_hardswish_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    *value = sb_over(c, sb_mul(c, exact, sb_add_integer(c, exact, 3)), 6);
}

SB_MULTIPLE bool sb_hardswish_derivative_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    const int side = sb_beyond_three(*x);
    if (side == 0 && !sb_same(*x, -1.5))
        return false;
    return sb_answer(side == 2 ? 1.0 : SB_ZERO, result);
}

SB_MULTIPLE void sb_hardswish_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_over(c, sb_add_integer(c, sb_scaled(sb_of_double(c, *x), 1), 3), 6);
}

SB_MULTIPLE bool sb_reciprocal_known(const double *x, double *result)
{
    return sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_INFINITY, SB_INFINITY, SB_ZERO, result);
}

SB_MULTIPLE void sb_reciprocal_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_inverse(c, 1, sb_of_double(c, *x));
}

SB_MULTIPLE bool sb_square_known(const double *x, double *result)
{
    return sb_special(*x, SB_INFINITY, SB_ZERO, SB_ZERO, SB_INFINITY, result);
}

SB_MULTIPLE void sb_square_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_square(c, sb_of_double(c, *x));
}

#define sb_relu_enclosed sb_nothing_enclosed
#define sb_relu_derivative_enclosed sb_nothing_enclosed
#define sb_relu6_enclosed sb_nothing_enclosed
#define sb_relu6_derivative_enclosed sb_nothing_enclosed
#define sb_leaky_relu_derivative_enclosed sb_nothing_enclosed
#endif
