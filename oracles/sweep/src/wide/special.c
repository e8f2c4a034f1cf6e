/* special.c - the error function, its complement and the inverses; the gamma functions. */
#include "wide/wide.h"

#define TWO_OVER_SQRT_PI C(1.12837916709551257389615890312154517168810125866)
#define HALF_SQRT_PI C(0.886226925452758013649083741670572591398774728061)
#define PI_OVER_12 C(0.261799387799149436538553615273291907016430783281)
#define SQRT_2 C(1.41421356237309504880168872420969807856967187538)

WIDE(erf) { return direct(F(erf)(x)); }

/* erfc(30) < 2^-1300. */
WIDE(erfc) { return x > 30 ? vanishing(1) : direct(F(erfc)(x)); }

/* Return the starting value: Winitzki's approximation to the inverse of erf (2008). Its relative
 * error is 2e-3. */
static wide start(wide one_minus_square)
{
    const wide l = F(log)(one_minus_square), b = 2 / C(0.46181412005) + l / 2;
    return F(sqrt)(F(sqrt)(b * b - l / C(0.147)) - b);
}

typedef wide error_function(wide);

/* Return y > 0 with f(y) = p, for f = erf (slope 1) or erfc (slope -1), by Halley's iteration. The
 * error after a step d is at most (1 + y^2) |d|^3, and y is below 28. A relative error of 20 U in f
 * changes y by at most 40 U (../error.c). If the iteration does not converge, the radius is
 * infinite. */
static ball invert(error_function *f, wide slope, wide p, wide y)
{
    const wide last = SWEEP_WIDE == 64 ? C(0x1p-28) : C(0x1p-45);
    for (int step = 0; step < 16; step++) {
        const wide w = slope * (f(y) - p) / (TWO_OVER_SQRT_PI * F(exp)(-y * y));
        const wide d = w / (1 + y * w);
        if (size(d) < last * y)
            return near(y - d, 8 * FEW);
        y -= d;
    }
    return (ball){1, C(0x1p16000)};
}

/* Return y with erf(y) = p, for 0 < p <= 1/2. Below 2^-35, two terms of the series have an error of
 * 2^-140. */
static ball inverse_erf(wide p)
{
    const wide series = HALF_SQRT_PI * p * (1 + PI_OVER_12 * p * p);
    if (p < C(0x1p-35))
        return relative(series);
    return invert(F(erf), 1, p, p < C(0.125) ? series : start((1 - p) * (1 + p)));
}

/* Return y with erfc(y) = q, for 0 < q < 1/2. */
static ball inverse_erfc(wide q) { return invert(F(erfc), -1, q, start(q * (2 - q))); }

static ball scaled(ball b, wide factor) { return (ball){factor * b.v, 2 * size(factor) * b.r}; }

WIDE(erfinv)
{
    const wide p = size(x), sign = F(copysign)(1, x);
    if (p >= 1)
        return exact(p == 1 ? sign * (wide)INFINITY : (wide)NAN);
    return scaled(p <= C(0.5) ? inverse_erf(p) : inverse_erfc(1 - p), sign);
}

/* The result y solves Phi(y) = 1/2 + erf(y / sqrt 2) / 2 = erfc(-y / sqrt 2) / 2 = x. x - 1/2 is
 * exact for x from 1/4 to 3/4. */
WIDE(normal_quantile)
{
    if (!(x > 0 && x < 1))
        return exact(x == 1 ? (wide)INFINITY : (wide)NAN);
    if (x == C(0.5))
        return exact(0);
    if (x < C(0.25))
        return scaled(inverse_erfc(2 * x), -SQRT_2);
    if (x > C(0.75))
        return scaled(inverse_erfc(2 * (1 - x)), SQRT_2);
    return scaled(inverse_erf(2 * size(x - C(0.5))), F(copysign)(SQRT_2, x - C(0.5)));
}

/* Near the zeros an absolute error is added, even if the library documents a smaller error. */
WIDE(lgamma)
{
    int sign;
    const wide v = F_R(lgamma)(x, &sign);
    return (ball){v, SLACK * 24 * U * (size(v) + 1)};
}

/* Below -190 the spacing of binary64 is at least 2^-45. So the distance of x from the nearest pole
 * is at least 2^-45, and |Gamma| < 2^45 / 190! < 2^-1120. The sign is (-1)^floor(x). Negative
 * integers are poles. */
WIDE(tgamma)
{
    if (x > 200)
        return overflowing(1);
    if (x < 0 && x == F(floor)(x))
        return exact((wide)NAN);
    if (x < -190)
        return vanishing(F(fmod)(F(floor)(x), 2) == 0 ? 1 : -1);
    return direct(F(tgamma)(x));
}
