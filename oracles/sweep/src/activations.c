/* activations.c - the smooth activation functions, each in a form without cancellation.
 *
 * u = 2^-53. An argument t of exp with a relative error of k u costs k |t| u in the result;
 * |t| < 200 and k <= 6 make that less than 2^-42 wherever the result is not yet below every format.
 *
 * x times sigmoid-like(0) = 1/2: for tiny x the value is x/2 + c x^2, c > 0, and half of an odd
 * subnormal of the format is a tie but for that term. For |x| < 2^-100 it is below an ulp of
 * binary64: `beside`. (For |x| above that, x/2 is a number of every format with 8 exponent bits.)
 */
#include "sweep.h"

static const double SQRT_HALF = 0x1.6a09e667f3bcdp-1, SQRT_2_OVER_PI = 0x1.9884533d43651p-1;

static ball half(double x) { return x == 0 ? exact(x) : beside(x / 2, INFINITY); }

static int is_tiny(double x) { return fabs(x) < 0x1p-100; }

/* 1 / (1 + e^-x), within 4 u of its argument's value. */
static double logistic(double x)
{
    double e = exp(-fabs(x));
    return (x < 0 ? e : 1) / (1 + e);
}

/* log(1 + e^x): log1p has condition number at most 1 on positive arguments; the sum has no
 * cancellation. */
static double log_one_plus_exp(double x) { return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x)); }

SWEEP(sigmoid) { return x < -200 ? vanishing(1) : relative(logistic(x)); }

SWEEP(silu)
{
    if (is_tiny(x))
        return half(x);
    return x < -200 ? vanishing(-1) : relative(x * logistic(x));
}

SWEEP(softplus) { return x < -200 ? vanishing(1) : relative(log_one_plus_exp(x)); }

/* -softplus(-x). */
SWEEP(logsigmoid) { return x > 200 ? vanishing(-1) : relative(-log_one_plus_exp(-x)); }

/* The rounded argument of erfc costs 2 u times the condition number of erfc, about 2 t^2 <= 226 for
 * x >= -15: 2^-44. gelu(-15) is above -2^-163. */
SWEEP(gelu)
{
    if (is_tiny(x))
        return half(x);
    return x < -15 ? vanishing(-1) : relative_tail(0.5 * x * erfc(-x * SQRT_HALF));
}

/* x/2 (1 + tanh y) = x sigmoid(2 y); 2 y is within 6 u. */
SWEEP(gelu_tanh)
{
    if (is_tiny(x))
        return half(x);
    double y = 2 * SQRT_2_OVER_PI * (x + 0.044715 * (x * x * x));
    return y < -200 ? vanishing(-1) : relative_tail(x * logistic(y));
}

SWEEP(quick_gelu)
{
    if (is_tiny(x))
        return half(x);
    double y = 1.702 * x;
    return y < -200 ? vanishing(-1) : relative_tail(x * logistic(y));
}

/* tanh(log(1 + e)) = e (e + 2) / (e (e + 2) + 2), and with q = 1/e = e^-x the same as
 * (1 + 2 q) / (1 + 2 q + 2 q^2): positive terms only, within 10 u. */
SWEEP(mish)
{
    if (x < -200)
        return vanishing(-1);
    double e = exp(-fabs(x)), top = x < 0 ? e * (e + 2) : 1 + 2 * e;
    return relative(x * (top / (top + (x < 0 ? 2 : 2 * e * e))));
}

SWEEP(softsign) { return isinf(x) ? exact(copysign(1, x)) : relative(x / (1 + fabs(x))); }

/* Small x: with Lambert's continued fraction tanh x = x / (1 + c), c = x^2/(3 + x^2/(5 + ...)), it
 * is x c / (1 + c), positive terms only; cut after 23 it is right to 2^-60 for |x| < 1. Large x:
 * x - 1 plus less than 2^-114, which decides where x - 1 is a midpoint. Between, the difference of
 * numbers whose ratio is at most 0.77 loses 3 bits. */
SWEEP(tanhshrink)
{
    double m = fabs(x), square = x * x, c = 23;
    if (m < 1) {
        for (int k = 21; k >= 3; k -= 2) c = k + square / c;
        c = square / c;
        return relative(x * (c / (1 + c)));
    }
    if (m > 40 && m < 0x1p50)
        return beside(x - copysign(1, x), copysign(INFINITY, x));
    return relative(x - tanh(x));
}
