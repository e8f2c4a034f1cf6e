/* derivatives.c - derivatives of the activation functions, with the formulas of ../derivatives.c. A
 * derivative of x s(x) has a zero, so its error is relative to its two terms. */
#include "wide/wide.h"

#define SQRT_HALF C(0.707106781186547524400844362104849039284835937688)
#define SQRT_8_OVER_PI C(1.59576912160573071175978423973752747390343452465)
#define SQRT_1_OVER_2PI C(0.398942280401432677939946059934381868475858631165)
#define SELU_SCALE C(1.0507009873554804934193349852946)
#define SELU_A C(1.6732632423543772848170429916717)

static wide bell(wide x)
{
    const wide e = F(exp)(-size(x));
    return e / ((1 + e) * (1 + e));
}

/* Return s(t) + x s'(t) t', where s is the logistic function and `slope` is t' = dt/dx. t and the
 * slope have relative errors of at most k U. */
static ball gated(wide x, wide t, wide slope, wide k)
{
    if (size(t) > FAR)
        return t > 0 ? relative(1) : vanishing(-1);
    return sum(logistic(t), x * slope * bell(t), FEW + 4 * k * (size(t) + 1));
}

WIDE(sigmoid_derivative) { return size(x) > FAR ? vanishing(1) : relative(bell(x)); }

WIDE(tanh_derivative) { return size(x) > FAR ? vanishing(1) : relative(4 * bell(2 * x)); }

WIDE(silu_derivative) { return gated(x, x, 1, 0); }

/* The rounded argument of erfc causes an error of 2 U (x^2 + 2), and the argument of exp causes an
 * error of U x^2 / 2. */
WIDE(gelu_derivative)
{
    if (size(x) > 40)
        return x > 0 ? relative(1) : vanishing(-1);
    const wide density = SQRT_1_OVER_2PI * F(exp)(-x * x / 2);
    return sum(F(erfc)(-x * SQRT_HALF) / 2, x * density, 2 * FEW + 8 * x * x);
}

WIDE(gelu_tanh_derivative)
{
    const wide t = SQRT_8_OVER_PI * (x + C(0.044715) * (x * x * x));
    return gated(x, t, SQRT_8_OVER_PI * (1 + 3 * C(0.044715) * (x * x)), 8);
}

WIDE(quick_gelu_derivative) { return gated(x, C(1.702) * x, C(1.702), 2); }

WIDE(mish_derivative)
{
    if (size(x) > FAR)
        return x > 0 ? relative(1) : vanishing(-1);
    const wide e = F(exp)(-size(x));
    const wide top = x < 0 ? e * (e + 2) : 1 + 2 * e, d = top + (x < 0 ? 2 : 2 * e * e);
    return sum(top / d, x * (4 * e * (x < 0 ? 1 : e) * (1 + e)) / (d * d), FEW);
}

WIDE(softplus_derivative) { return x < -FAR ? vanishing(1) : relative(logistic(x)); }

WIDE(logsigmoid_derivative) { return x > FAR ? vanishing(1) : relative(logistic(-x)); }

WIDE(elu_derivative)
{
    if (x > 0)
        return exact(1);
    return x < -FAR && a != 0 ? vanishing(a) : relative(a * F(exp)(x));
}

WIDE(selu_derivative)
{
    if (x > 0)
        return relative(SELU_SCALE);
    return x < -FAR ? vanishing(1) : relative(SELU_SCALE * SELU_A * F(exp)(x));
}

WIDE(celu_derivative)
{
    const wide t = x / a;
    if (x > 0)
        return exact(1);
    if (size(t) > FAR)
        return t > 0 ? overflowing(1) : vanishing(1);
    return near(F(exp)(t), FEW + 4 * size(t));
}

WIDE(softsign_derivative)
{
    const wide d = 1 + size(x);
    return relative(1 / (d * d));
}

/* The value is tanh^2, which is x^2 - 2/3 x^4 for tiny x. If x^2 is exact, the second term is below
 * its ulp. */
WIDE(tanhshrink_derivative)
{
    if (SWEEP_WIDE > 106 && size(x) < C(0x1p-58))
        return beside(x * x, 0);
    const wide t = F(tanh)(x);
    return relative(t * t);
}

WIDE(hardsigmoid_derivative) { return size(x) < 3 ? relative(C(1.0) / 6) : exact(0); }

/* 2 x + 3 is exact near its zero. */
WIDE(hardswish_derivative)
{
    if (size(x) >= 3)
        return exact(x > 0 ? 1 : 0);
    return relative((2 * x + 3) / 6);
}

WIDE(leaky_relu_derivative) { return exact(x > 0 ? 1 : a); }

WIDE(relu_derivative) { return exact(x > 0 ? 1 : 0); }

WIDE(relu6_derivative) { return exact(x > 0 && x < 6 ? 1 : 0); }
