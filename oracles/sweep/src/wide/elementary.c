/* elementary.c - functions of the C library: exponentials, logarithms, circular and hyperbolic
 * functions, powers. Beyond FAR a result overflows or underflows in binary64. */
#include "wide/wide.h"

#define PI C(3.14159265358979323846264338327950288419716939937511)

WIDE(exp)
{
    if (size(x) > FAR)
        return x > 0 ? overflowing(1) : vanishing(1);
    return direct(F(exp)(x));
}

WIDE(exp2)
{
    if (size(x) > 3000)
        return x > 0 ? overflowing(1) : vanishing(1);
    return direct(F(exp2)(x));
}

WIDE(exp10)
{
    if (size(x) > 700)
        return x > 0 ? overflowing(1) : vanishing(1);
    return direct(F(exp10)(x));
}

WIDE(expm1)
{
    if (x > FAR)
        return overflowing(1);
    return relative(x < -FAR ? -1 : F(expm1)(x));
}

WIDE(log) { return direct(F(log)(x)); }

WIDE(log2) { return direct(F(log2)(x)); }

WIDE(log10) { return direct(F(log10)(x)); }

WIDE(log1p) { return direct(F(log1p)(x)); }

WIDE(sin) { return direct(F(sin)(x)); }

WIDE(cos) { return direct(F(cos)(x)); }

WIDE(tan) { return direct(F(tan)(x)); }

WIDE(asin) { return direct(F(asin)(x)); }

WIDE(acos) { return direct(F(acos)(x)); }

WIDE(atan) { return direct(F(atan)(x)); }

WIDE(sinh) { return size(x) > FAR ? overflowing(x) : direct(F(sinh)(x)); }

WIDE(cosh) { return size(x) > FAR ? overflowing(1) : direct(F(cosh)(x)); }

WIDE(tanh) { return relative(size(x) > 60 ? F(copysign)(1, x) : F(tanh)(x)); }

WIDE(asinh) { return direct(F(asinh)(x)); }

WIDE(acosh) { return direct(F(acosh)(x)); }

WIDE(atanh) { return direct(F(atanh)(x)); }

/* The argument is reduced to t in [0, 1/2] by exact operations. The relative error of PI * t is at
 * most 2 U. Integers give a zero with the sign of x (IEEE 754-2019, 9.2.1). */
WIDE(sinpi)
{
    wide t = F(fmod)(size(x), 2), sign = x;
    if (t >= 1) {
        t -= 1;
        sign = -x;
    }
    if (t == 0)
        return exact(F(copysign)(0, x));
    if (t > C(0.5))
        t = 1 - t;
    sign = F(copysign)(1, sign);
    return t == C(0.5) ? exact(sign) : relative(sign * F(sin)(PI * t));
}

/* The argument is reduced as in sinpi. The result is cos(PI t) for t < 1/4, and otherwise sin(PI
 * (1/2 - t)). Half-integers give +0. */
WIDE(cospi)
{
    wide t = F(fmod)(size(x), 2), sign = 1;
    if (t > 1)
        t = 2 - t;
    if (t > C(0.5)) {
        t = 1 - t;
        sign = -1;
    }
    if (t == C(0.5))
        return exact(0);
    if (t == 0)
        return exact(sign);
    const wide value = t < C(0.25) ? F(cos)(PI * t) : F(sin)(PI * (C(0.5) - t));
    return relative(sign * value);
}

WIDE(rsqrt) { return relative(1 / F(sqrt)(x)); }

WIDE(cbrt) { return direct(F(cbrt)(x)); }

WIDE(reciprocal) { return relative(1 / x); }

WIDE(square) { return product(x * x); }

WIDE(pow) { return direct(F(pow)(x, y)); }

/* The angle is near pi or pi / 2, or near y / x, which may be a number of binary64. */
WIDE(atan2) { return direct(F(atan2)(x, y)); }

WIDE(hypot) { return direct(F(hypot)(x, y)); }

/* The value is the larger operand plus log(1 + e^-d). The rounded d causes a relative error of d U
 * in e^-d. The two library functions cause 20 U each, and their condition numbers are at most 1.
 * The sum and the ends of the ball are rounded too. Near the curve on which the sum vanishes, a
 * wide ball would decide little, so the radius is divided by SLACK. */
WIDE(logaddexp)
{
    const wide d = size(x - y), q = F(log1p)(F(exp)(-d));
    const ball b = sum(F(fmax)(x, y), q, 48 + F(fmin)(d, FAR));
    return (ball){b.v, b.r / SLACK};
}
