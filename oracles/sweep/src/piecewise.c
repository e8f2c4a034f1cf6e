/* piecewise.c - functions whose exact value is a number of binary64 or a quotient of two such
 * numbers, so that no enclosure is needed. They are not called for NaN operands. */
#include "sweep.h"

/* cast is the identity: every operand is exact in binary64, and the rounding that follows is the
 * cast (R5). */
SWEEP(cast) { return exact(x); }

SWEEP(floor) { return exact(floor(x)); }

SWEEP(ceil) { return exact(ceil(x)); }

SWEEP(trunc) { return exact(trunc(x)); }

/* floor and an exact remainder are used, so the result does not depend on the rounding mode. */
SWEEP(round_half_even)
{
    double m = fabs(x), whole = floor(m), rest = m - whole;
    if (isinf(x))
        return exact(x);
    if (rest > 0.5 || (rest == 0.5 && fmod(whole, 2) == 1))
        whole += 1;
    return exact(copysign(whole, x));
}

SWEEP(sign) { return exact(x == 0 ? x : copysign(1, x)); }

/* The value is maximum(x, +0), so relu(-0) is +0. */
SWEEP(relu) { return exact(x > 0 ? x : 0); }

SWEEP(relu6) { return exact(x > 6 ? 6 : x > 0 ? x : 0); }

/* The product of two numbers of 24 bits is exact. */
SWEEP(leaky_relu) { return exact(x > 0 ? x : a[0] * x); }

/* For |x| >= 2^-27 the sum has at most 53 bits. For smaller x, no midpoint is as near to 1/2. */
SWEEP(hardsigmoid)
{
    if (fabs(x) >= 3)
        return exact(x > 0 ? 1 : 0);
    return fabs(x) < 0x1p-27 ? relative(0.5 + x / 6) : quotient(x + 3, 6);
}

/* The value is x/2 + x^2/6. For tiny x, x/2 may be a tie. The second term breaks it, but is below
 * an ulp of binary64. */
SWEEP(hardswish)
{
    if (fabs(x) >= 3)
        return exact(x > 0 ? x : -0.0);
    if (fabs(x) < 0x1p-100)
        return x == 0 ? exact(x) : beside(x / 2, INFINITY);
    return relative(x * ((x + 3) / 6));
}

/* elu, selu and celu. For x > 0 the value is x, or x times the scale of selu, which is a rational
 * number (relative error 2 u). For other x it is alpha expm1(x), within 4 u. For tiny x this is
 * alpha x + alpha x^2 / 2, where alpha x has 48 bits and the second term is below its ulp. */
static const double SELU_SCALE = 1.0507009873554804934193349852946,
                    SELU_A = 1.6732632423543772848170429916717;

SWEEP(elu)
{
    const double alpha = a[0];
    if (x > 0)
        return exact(x);
    if (x == 0 || alpha == 0)
        return exact(alpha * expm1(x)); /* the result is a zero */
    if (x > -0x1p-100)
        return beside(alpha * x, copysign(INFINITY, alpha));
    return relative(alpha * (x < -200 ? -1 : expm1(x)));
}

SWEEP(selu) { return relative(SELU_SCALE * (x > 0 ? x : SELU_A * expm1(x))); }

/* The value is alpha expm1(x / alpha) = x + x^2 / (2 alpha) + ... The rounded quotient t has a
 * relative error of u. The condition number of expm1 is at most 1 for negative t, and |t| + 1 for
 * positive t, which occurs if alpha < 0. */
SWEEP(celu)
{
    const double alpha = a[0], t = x / alpha;
    if (x >= 0)
        return exact(x);
    if (fabs(t) < 0x1p-100)
        return beside(x, copysign(INFINITY, alpha));
    return t > 200 ? overflowing(alpha) : relative_tail(alpha * (t < -200 ? -1 : expm1(t)));
}
