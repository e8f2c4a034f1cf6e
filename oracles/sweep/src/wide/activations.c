/* activations.c - the smooth activation functions, with the formulas of ../activations.c.
 *
 * If the argument t of exp has a relative error of k U, the result has an additional relative error
 * of k |t| U. For tiny x, half of an odd subnormal would be a tie without the next term of the
 * series. Below TINY this term is less than an ulp. Above TINY, x/2 is a number of binary64.
 */
#include "wide/wide.h"

#define SQRT_HALF C(0.707106781186547524400844362104849039284835937688)
#define SQRT_8_OVER_PI C(1.59576912160573071175978423973752747390343452465) /* 2 sqrt(2 / pi) */

static ball half(wide x) { return beside(x / 2, C(0x1p16000)); }

static int is_tiny(wide x) { return size(x) < TINY; }

/* Neither branch has cancellation. */
static wide log_one_plus_exp(wide x)
{
    return x > 0 ? x + F(log1p)(F(exp)(-x)) : F(log1p)(F(exp)(x));
}

WIDE(sigmoid) { return x < -FAR ? vanishing(1) : relative(logistic(x)); }

WIDE(silu)
{
    if (is_tiny(x))
        return half(x);
    return x < -FAR ? vanishing(-1) : relative(x * logistic(x));
}

WIDE(softplus) { return x < -FAR ? vanishing(1) : relative(log_one_plus_exp(x)); }

WIDE(logsigmoid) { return x > FAR ? vanishing(-1) : relative(-log_one_plus_exp(-x)); }

/* The rounded argument t of erfc has a relative error of 2 U, and the condition number is at most
 * 2 t^2 + 2 = x^2 + 2. gelu(-40) is above -2^-1160. */
WIDE(gelu)
{
    if (is_tiny(x))
        return half(x);
    return x < -40 ? vanishing(-1) : near(x / 2 * F(erfc)(-x * SQRT_HALF), 2 * FEW + 8 * x * x);
}

/* The value x/2 (1 + tanh(t / 2)) equals x sigmoid(t). The relative error of t is at most 8 U. */
WIDE(gelu_tanh)
{
    if (is_tiny(x))
        return half(x);
    const wide t = SQRT_8_OVER_PI * (x + C(0.044715) * (x * x * x));
    return t < -FAR ? vanishing(-1) : near(x * logistic(t), FEW + 16 * F(fmin)(size(t), FAR));
}

WIDE(quick_gelu)
{
    if (is_tiny(x))
        return half(x);
    const wide t = C(1.702) * x;
    return t < -FAR ? vanishing(-1) : near(x * logistic(t), FEW + 4 * F(fmin)(size(t), FAR));
}

WIDE(mish)
{
    if (x < -FAR)
        return vanishing(-1);
    const wide e = F(exp)(-size(x)), top = x < 0 ? e * (e + 2) : 1 + 2 * e;
    return relative(x * (top / (top + (x < 0 ? 2 : 2 * e * e))));
}

WIDE(softsign) { return relative(x / (1 + size(x))); }

/* Lambert's continued fraction, cut off after the partial denominator 47, has a relative error of
 * at most 2^-130 for |x| < 1. Beyond 40 the value is the exact x - 1 plus 2 e^(-2 |x|), which is
 * below its ulp. For other x, x - tanh x loses 3 bits, because tanh x / x is at most 0.77. */
WIDE(tanhshrink)
{
    const wide m = size(x), square = x * x;
    wide c = 47;
    if (m < 1) {
        for (int k = 45; k >= 3; k -= 2) c = k + square / c;
        c = square / c;
        return relative(x * (c / (1 + c)));
    }
    if (m > 40 && m < C(0x1p60))
        return beside(x - F(copysign)(1, x), F(copysign)(C(0x1p16000), x));
    return near(x - F(tanh)(x), 8 * FEW);
}
