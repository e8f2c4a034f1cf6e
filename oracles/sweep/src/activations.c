/* activations.c - the smooth activation functions, each in a form without cancellation.
 *
 * u = 2^-53. If the argument t of exp has a relative error of k u, the result has an additional
 * relative error of k |t| u. With |t| < 200 and k <= 6 this is less than 2^-42, wherever the result
 * is not below every format.
 *
 * Many of these functions are x s(x) with s(0) = 1/2. For tiny x the value is x/2 + c x^2, c > 0.
 * Without the second term, half of an odd subnormal would be a tie. For |x| < 2^-100 the term is
 * below an ulp of binary64, so `beside` is used. For larger |x|, every format with 8 exponent bits
 * can represent x/2.
 */
#include "sweep.h"

static const double SQRT_HALF = 0x1.6a09e667f3bcdp-1, SQRT_2_OVER_PI = 0x1.9884533d43651p-1;

static ball half(double x) { return x == 0 ? exact(x) : beside(x / 2, INFINITY); }

static int is_tiny(double x) { return fabs(x) < 0x1p-100; }

/* Return 1 / (1 + e^-x). The relative error is at most 4 u if x is exact. */
static double logistic(double x)
{
    double e = exp(-fabs(x));
    return (x < 0 ? e : 1) / (1 + e);
}

/* Return log(1 + e^x). The condition number of log1p is at most 1 for positive arguments, and the
 * sum does not cancel. */
static double log_one_plus_exp(double x) { return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x)); }

SWEEP(sigmoid) { return x < -200 ? vanishing(1) : relative(logistic(x)); }

SWEEP(silu)
{
    if (is_tiny(x))
        return half(x);
    return x < -200 ? vanishing(-1) : relative(x * logistic(x));
}

SWEEP(softplus) { return x < -200 ? vanishing(1) : relative(log_one_plus_exp(x)); }

/* The value is -softplus(-x). */
SWEEP(logsigmoid) { return x > 200 ? vanishing(-1) : relative(-log_one_plus_exp(-x)); }

/* The rounded argument t of erfc causes an error of 2 u times the condition number of erfc. The
 * condition number is about 2 t^2 <= 226 for x >= -15, so the error is at most 2^-44. For x < -15
 * the result is tiny: gelu(-15) is above -2^-163. */
SWEEP(gelu)
{
    if (is_tiny(x))
        return half(x);
    return x < -15 ? vanishing(-1) : relative_tail(0.5 * x * erfc(-x * SQRT_HALF));
}

/* The value x/2 (1 + tanh y) equals x sigmoid(2 y). The relative error of 2 y is at most 6 u. */
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

/* With e = e^x, tanh(log(1 + e)) = e (e + 2) / (e (e + 2) + 2). With q = 1/e = e^-x this equals
 * (1 + 2 q) / (1 + 2 q + 2 q^2). All terms are positive, and the relative error is at most 10 u. */
SWEEP(mish)
{
    if (x < -200)
        return vanishing(-1);
    double e = exp(-fabs(x)), top = x < 0 ? e * (e + 2) : 1 + 2 * e;
    return relative(x * (top / (top + (x < 0 ? 2 : 2 * e * e))));
}

SWEEP(softsign) { return isinf(x) ? exact(copysign(1, x)) : relative(x / (1 + fabs(x))); }

/* For small x, Lambert's continued fraction is tanh x = x / (1 + c), c = x^2/(3 + x^2/(5 + ...)).
 * So the value is x c / (1 + c), where all terms are positive. Cut off after the partial
 * denominator 23, it has a relative error of at most 2^-60 for |x| < 1.
 * For large x, the value is x - 1 plus a term below 2^-114, which breaks a tie if x - 1 is a
 * midpoint.
 * For other x, x - tanh x loses 3 bits, because tanh x / x is at most 0.77. */
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
