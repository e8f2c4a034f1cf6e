/* derivatives.c - derivatives of the activation functions with respect to x.
 *
 * With e = e^-|x|, sigmoid' = e / (1 + e)^2 has positive terms only. The derivative of x s(x) is s
 * + x s', which has a zero. So `sum` returns an error bound relative to the two terms. An error of
 * k u in an argument t of exp causes an error of k |t| u < 2^-42 (|t| < 200, k <= 6), as in
 * activations.c. For very negative x the derivative is about x s', which is negative and tends to
 * 0. For very large x it is near 1, where there is no midpoint.
 */
#include "sweep.h"

static const double SQRT_HALF = 0x1.6a09e667f3bcdp-1, SQRT_2_OVER_PI = 0x1.9884533d43651p-1,
                    SQRT_1_OVER_2PI = 0x1.9884533d43651p-2;
static const double SELU_SCALE = 1.0507009873554804934193349852946,
                    SELU_A = 1.6732632423543772848170429916717;

static double logistic(double x)
{
    double e = exp(-fabs(x));
    return (x < 0 ? e : 1) / (1 + e);
}

static double bell(double x)
{
    double e = exp(-fabs(x));
    return e / ((1 + e) * (1 + e));
}

/* Return s(t) + x s'(t) t', where s is the logistic function and `slope` is t' = dt/dx. */
static ball gated(double x, double t, double slope)
{
    if (fabs(t) > 200)
        return t > 0 ? relative(1) : vanishing(-1);
    return sum(logistic(t), x * slope * bell(t));
}

SWEEP(sigmoid_derivative) { return fabs(x) > 200 ? vanishing(1) : relative(bell(x)); }

/* The value 1 - tanh^2 equals 4 sigmoid'(2 x). */
SWEEP(tanh_derivative) { return fabs(x) > 100 ? vanishing(1) : relative(4 * bell(2 * x)); }

SWEEP(silu_derivative) { return gated(x, x, 1); }

/* The value is Phi(x) + x phi(x). x^2 is exact. The rounded argument of erfc causes a relative
 * error of at most 2^-44 for x >= -16. */
SWEEP(gelu_derivative)
{
    if (fabs(x) > 16)
        return x > 0 ? relative(1) : vanishing(-1);
    return sum(0.5 * erfc(-x * SQRT_HALF), x * (SQRT_1_OVER_2PI * exp(-0.5 * x * x)));
}

SWEEP(gelu_tanh_derivative)
{
    double t = 2 * SQRT_2_OVER_PI * (x + 0.044715 * (x * x * x));
    return gated(x, t, 2 * SQRT_2_OVER_PI * (1 + 3 * 0.044715 * (x * x)));
}

SWEEP(quick_gelu_derivative) { return gated(x, 1.702 * x, 1.702); }

/* The value is T + x sigmoid(x) (1 - T^2) with T = tanh(softplus(x)).
 * For negative x, with e = e^x and D = e^2 + 2 e + 2, T is e (e + 2) / D, and sigmoid (1 - T^2) is
 * 4 e (1 + e) / D^2. For other x, with e = e^-x and D = 1 + 2 e + 2 e^2, they are (1 + 2 e) / D and
 * 4 e^2 (1 + e) / D^2. Each term has a relative error of at most 12 u. */
SWEEP(mish_derivative)
{
    if (fabs(x) > 200)
        return x > 0 ? relative(1) : vanishing(-1);
    double e = exp(-fabs(x));
    double top = x < 0 ? e * (e + 2) : 1 + 2 * e, d = top + (x < 0 ? 2 : 2 * e * e);
    return sum(top / d, x * (4 * e * (x < 0 ? 1 : e) * (1 + e)) / (d * d));
}

SWEEP(softplus_derivative) { return x < -200 ? vanishing(1) : relative(logistic(x)); }

SWEEP(logsigmoid_derivative) { return x > 200 ? vanishing(1) : relative(logistic(-x)); }

SWEEP(elu_derivative)
{
    if (x > 0)
        return exact(1);
    return x < -200 && a[0] != 0 ? vanishing(a[0]) : relative(a[0] * exp(x));
}

SWEEP(selu_derivative)
{
    if (x > 0)
        return relative(SELU_SCALE);
    return x < -200 ? vanishing(1) : relative(SELU_SCALE * SELU_A * exp(x));
}

SWEEP(celu_derivative)
{
    double t = x / a[0];
    if (x > 0)
        return exact(1);
    if (fabs(t) > 200)
        return t > 0 ? overflowing(1) : vanishing(1);
    return relative_tail(exp(t));
}

SWEEP(softsign_derivative)
{
    double d = 1 + fabs(x);
    return d > 0x1p100 ? vanishing(1) : relative(1 / (d * d));
}

/* The value is tanh^2, which is x^2 - 2/3 x^4 for tiny x. x^2 is exact, and the second term is
 * below an ulp. */
SWEEP(tanhshrink_derivative)
{
    if (x != 0 && fabs(x) < 0x1p-30)
        return beside(x * x, 0);
    double t = tanh(x);
    return relative(t * t);
}

SWEEP(hardsigmoid_derivative) { return fabs(x) < 3 ? quotient(1, 6) : exact(0); }

/* Between the kinks the value is x/3 + 1/2. 2 x + 3 is exact for |x| >= 2^-26. For smaller x, no
 * midpoint is near the result. */
SWEEP(hardswish_derivative)
{
    if (fabs(x) >= 3)
        return exact(x > 0 ? 1 : 0);
    return fabs(x) < 0x1p-26 ? relative(0.5 + x / 3) : quotient(2 * x + 3, 6);
}

SWEEP(leaky_relu_derivative) { return exact(x > 0 ? 1 : a[0]); }

SWEEP(relu_derivative) { return exact(x > 0 ? 1 : 0); }

SWEEP(relu6_derivative) { return exact(x > 0 && x < 6 ? 1 : 0); }
