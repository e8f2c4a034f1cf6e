/* activations.c - the smooth and the piecewise activation functions, with the formulas of
 * wide/activations.c and wide/piecewise.c.
 *
 * If the argument of exp has a relative error of a few DD, exp multiplies it by at most 700. The
 * result is below 2^-88, which is negligible compared with EXP. The bounds of several factors add
 * up. Each line below states at least twice the sum.
 */
#include "narrow/exponential.h"
#include "narrow/logarithm.h"
#include "narrow/narrow.h"

#define CUBE ((dd){0x1.6e4e26d4801f7p-5, 0x1.441355475a31ap-59})
#define SQRT_8_OVER_PI ((dd){0x1.9884533d43651p+0, -0x1.cbc0d30ebfd15p-54})
#define QUICK ((dd){0x1.b3b645a1cac08p+0, 0x1.89374bc6a7efap-55})
#define SELU_SCALE ((dd){0x1.0cfabd6a91132p+0, 0x1.6fc7d272f2695p-55})
#define SELU_PRODUCT ((dd){0x1.c212cc640f031p+0, 0x1.05161b045a1fep-56})
#define SIXTH ((dd){0x1.5555555555555p-3, 0x1.5555555555555p-57})

/* An error bound for values that are exact in double-double or have a relative error of DD. */
#define ALMOST 0x1p-84

FN int usual(double x) { return size(x) < 700; }

NARROW(sigmoid) { return where(usual(x), near(logistic(one_number(x)), 2 * LOGISTIC)); }

NARROW(silu)
{
    const dd v = times_one_number(logistic(one_number(x)), x);
    return where(usual(x), near(v, 2 * LOGISTIC));
}

/* Neither branch has cancellation. */
FN dd log_one_plus_exp(double x)
{
    const dd v = log1p_of(exp_of(one_number(-size(x))));
    return choose(x > 0, plus_one_number(v, x), v);
}

NARROW(softplus) { return where(usual(x), near(log_one_plus_exp(x), 2 * LOG)); }

NARROW(logsigmoid) { return where(usual(x), near(minus(log_one_plus_exp(-x)), 2 * LOG)); }

/* Return x sigmoid(t). */
FN ball gated(double x, dd t)
{
    return where(usual(t.hi), near(times_one_number(logistic(t), x), 2 * LOGISTIC));
}

NARROW(gelu_tanh)
{
    const dd cube = times_one_number(two_product(x, x), x);
    return gated(x, times(SQRT_8_OVER_PI, plus_one_number(times(CUBE, cube), x)));
}

NARROW(quick_gelu) { return gated(x, times_one_number(QUICK, x)); }

NARROW(mish)
{
    const dd e = exp_of(one_number(-size(x)));
    const dd below = times(e, plus_one_number(e, 2)), above = plus_one_number(scaled(e, 2), 1);
    const dd top = choose(x < 0, below, above);
    const dd rest = choose(x < 0, one_number(2), scaled(times(e, e), 2));
    const dd v = times_one_number(over(top, plus(top, rest)), x);
    return where(usual(x), near(v, 16 * EXP));
}

NARROW(softsign) { return near(over(one_number(x), two_sum(1, size(x))), ALMOST); }

/* For small x the wide filter decides. It has a different formula for them. */
NARROW(tanhshrink) { return where(size(x) < 350, sum(one_number(x), minus(tanh_of(x)), 2 * TANH)); }

NARROW(leaky_relu) { return either(x > 0, exact(x), near(two_product(a, x), ALMOST)); }

NARROW(hardsigmoid)
{
    const ball inner = near(times(two_sum(x, 3), SIXTH), ALMOST);
    return either(size(x) < 3, inner, exact(x > 0 ? 1 : 0));
}

NARROW(hardswish)
{
    const ball inner = near(times_one_number(times(two_sum(x, 3), SIXTH), x), ALMOST);
    return either(size(x) < 3, inner, exact(x > 0 ? x : 0));
}

/* The lower end of the range of x. A subnormal number cannot be a double-double, and a large
 * attribute would magnify its error. */
#define LEAST -0x1p-900

NARROW(elu)
{
    const ball below = near(times_one_number(expm1_of(one_number(x)), a), 2 * EXPM1);
    return either(x > 0, exact(x), where(x > -700 && x < LEAST, below));
}

NARROW(selu)
{
    const ball below = near(times(SELU_PRODUCT, expm1_of(one_number(x))), 2 * EXPM1);
    const ball above = near(times_one_number(SELU_SCALE, x), ALMOST);
    return either(x > 0, above, where(x > -700, below));
}

/* The relative error DD of the quotient t is multiplied by at most |t| + 1. */
NARROW(celu)
{
    const dd t = over(one_number(x), one_number(a));
    const ball below = near(times_one_number(expm1_of(t), a), 2 * EXPM1);
    return either(x > 0, exact(x), where(usual(t.hi) && size(t.hi) > -LEAST, below));
}
