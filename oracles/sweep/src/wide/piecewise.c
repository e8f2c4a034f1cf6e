/* piecewise.c - piecewise functions, and elu, selu and celu. x is not zero. */
#include "wide/wide.h"

#define SELU_SCALE C(1.0507009873554804934193349852946)
#define SELU_A C(1.6732632423543772848170429916717)

WIDE(relu) { return exact(x > 0 ? x : 0); }

WIDE(relu6) { return exact(x > 6 ? 6 : x > 0 ? x : 0); }

WIDE(leaky_relu) { return x > 0 ? exact(x) : product(a * x); }

/* x + 3 is exact near its zero. */
WIDE(hardsigmoid)
{
    if (size(x) >= 3)
        return exact(x > 0 ? 1 : 0);
    return relative((x + 3) / 6);
}

WIDE(hardswish)
{
    if (size(x) >= 3)
        return exact(x > 0 ? x : -C(0.0));
    if (size(x) < TINY)
        return beside(x / 2, C(0x1p16000));
    return relative(x * ((x + 3) / 6));
}

/* The value is alpha expm1(x). For tiny x it is alpha x + alpha x^2 / 2, where alpha x is exact in
 * binary128. */
WIDE(elu)
{
    if (x > 0)
        return exact(x);
    if (a == 0)
        return exact(a * x);
    if (SWEEP_WIDE > 106 && x > -TINY)
        return beside(a * x, F(copysign)(C(0x1p16000), a));
    return relative(a * (x < -FAR ? -1 : F(expm1)(x)));
}

WIDE(selu) { return relative(SELU_SCALE * (x > 0 ? x : SELU_A * F(expm1)(F(fmax)(x, -FAR)))); }

/* The value is alpha expm1(x / alpha) = x + x^2 / (2 alpha) + ... The rounded quotient t causes an
 * error of U times the condition number of expm1, which is at most |t| + 1. */
WIDE(celu)
{
    const wide t = x / a;
    if (x > 0)
        return exact(x);
    if (size(t) < TINY)
        return beside(x, F(copysign)(C(0x1p16000), a));
    if (t > FAR)
        return overflowing(a);
    return near(a * (t < -FAR ? -1 : F(expm1)(t)), FEW + (t > 0 ? 4 * t : 4));
}
