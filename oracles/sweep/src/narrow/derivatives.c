/* derivatives.c - derivatives of the activation functions, with the formulas of wide/derivatives.c.
 * A derivative of x s(x) has a zero, so its error is relative to its two terms. */
#include "narrow/exponential.h"
#include "narrow/narrow.h"

#define CUBE ((dd){0x1.6e4e26d4801f7p-5, 0x1.441355475a31ap-59})
#define THREE_CUBE ((dd){0x1.12ba9d1f60179p-3, 0x1.f30e7ff583a54p-57})
#define SQRT_8_OVER_PI ((dd){0x1.9884533d43651p+0, -0x1.cbc0d30ebfd15p-54})
#define QUICK ((dd){0x1.b3b645a1cac08p+0, 0x1.89374bc6a7efap-55})
#define SELU_SCALE ((dd){0x1.0cfabd6a91132p+0, 0x1.6fc7d272f2695p-55})
#define SELU_PRODUCT ((dd){0x1.c212cc640f031p+0, 0x1.05161b045a1fep-56})
#define SIXTH ((dd){0x1.5555555555555p-3, 0x1.5555555555555p-57})

#define ALMOST 0x1p-84

FN int usual(double x) { return size(x) < 700; }

/* Return s(t) + x s'(t) t', where s is the logistic function and `slope` is t' = dt/dx. */
FN ball gated(double x, dd t, dd slope)
{
    const dd q = times(times_one_number(slope, x), bell(t));
    return where(usual(t.hi), sum(logistic(t), q, 8 * EXP));
}

NARROW(sigmoid_derivative) { return where(usual(x), near(bell(one_number(x)), 8 * EXP)); }

NARROW(tanh_derivative)
{
    return where(size(x) < 350, near(scaled(bell(one_number(2 * x)), 4), 8 * EXP));
}

NARROW(silu_derivative) { return gated(x, one_number(x), one_number(1)); }

NARROW(gelu_tanh_derivative)
{
    const dd square = two_product(x, x);
    const dd inner = plus_one_number(times(CUBE, times_one_number(square, x)), x);
    const dd slope = plus_one_number(times(THREE_CUBE, square), 1);
    return gated(x, times(SQRT_8_OVER_PI, inner), times(SQRT_8_OVER_PI, slope));
}

NARROW(quick_gelu_derivative) { return gated(x, times_one_number(QUICK, x), QUICK); }

NARROW(mish_derivative)
{
    const dd e = exp_of(one_number(-size(x))), e_1 = plus_one_number(e, 1);
    const dd below = times(e, plus_one_number(e, 2)), above = plus_one_number(scaled(e, 2), 1);
    const dd top = choose(x < 0, below, above);
    const dd d = plus(top, choose(x < 0, one_number(2), scaled(times(e, e), 2)));
    const dd rest = times(times(e, choose(x < 0, one_number(1), e)), e_1);
    const dd q = over(times_one_number(rest, 4 * x), times(d, d));
    return where(usual(x), sum(over(top, d), q, 32 * EXP));
}

NARROW(softplus_derivative) { return where(usual(x), near(logistic(one_number(x)), 2 * LOGISTIC)); }

NARROW(logsigmoid_derivative)
{
    return where(usual(x), near(logistic(one_number(-x)), 2 * LOGISTIC));
}

NARROW(elu_derivative)
{
    const ball below = near(times_one_number(exp_of(one_number(x)), a), 2 * EXP);
    return either(x > 0, exact(1), where(x > -700, below));
}

NARROW(selu_derivative)
{
    const ball below = near(times(SELU_PRODUCT, exp_of(one_number(x))), 2 * EXP);
    return either(x > 0, near(SELU_SCALE, ALMOST), where(x > -700, below));
}

NARROW(celu_derivative)
{
    const dd t = over(one_number(x), one_number(a));
    return either(x > 0, exact(1), where(usual(t.hi), near(exp_of(t), 2 * EXP)));
}

NARROW(softsign_derivative)
{
    const dd d = two_sum(1, size(x));
    return near(over(one_number(1), times(d, d)), ALMOST);
}

NARROW(tanhshrink_derivative)
{
    const dd t = tanh_of(x);
    return where(size(x) < 350, near(times(t, t), 4 * TANH));
}

NARROW(hardswish_derivative)
{
    const ball inner = near(times(two_sum(2 * x, 3), SIXTH), ALMOST);
    return either(size(x) < 3, inner, exact(x > 0 ? 1 : 0));
}
