/* error.c - the error function, its complement and the inverses. The C library's erf and erfc are
 * within 8 ulp.
 *
 * The inverses use Halley's iteration, which converges cubically. It solves erf(y) = p if p is
 * small, else erfc(y) = q, where q = 1 - p is exact. With w = f(y)/f'(y), the step is d = w / (1 +
 * y w), and the error after a step is at most (1 + y^2) |d|^3.
 *
 * The iteration ends only after a step with |d| < 2^-18 |y|. With y <= 10.1, the relative error of
 * y is then at most (1 + y^2) y^2 2^-54 < 2^-40 at the very end of the range, and far less
 * elsewhere. RADIUS is 2^-38.
 *
 * A relative error of 2^-50 in erf or erfc, and of 4 u in the density, changes y relatively by less
 * than 2^-48. For y > 1/2 the condition number of erfc is at least 2 y^2; for smaller y the
 * condition number of erf is about 1. If the iteration does not converge, the radius is infinite,
 * so the input is undecided.
 */
#include "sweep.h"

static const double TWO_OVER_SQRT_PI = 0x1.20dd750429b6dp+0, HALF_SQRT_PI = 0x1.c5bf891b4ef6bp-1,
                    SQRT_2 = 0x1.6a09e667f3bcdp+0;

SWEEP(erf) { return relative(erf(x)); }

/* erfc(12) < 2^-212. For x < -7 the value is near 2, where there is no midpoint. */
SWEEP(erfc) { return x > 12 ? vanishing(1) : relative(erfc(x)); }

/* Return the starting value: Winitzki's approximation to the inverse of erf (2008). Its relative
 * error is 2e-3. */
static double start(double one_minus_square)
{
    double l = log(one_minus_square), b = 2 / (3.14159265 * 0.147) + l / 2;
    return sqrt(sqrt(b * b - l / 0.147) - b);
}

typedef double error_function(double);

/* Return y > 0 with f(y) = p, for f = erf (slope 1) or erfc (slope -1). The inputs are in order, so
 * the last result is usually a good starting value for the next input. A bad starting value only
 * costs a few more steps. */
static inline ball invert(error_function *f, double slope, double p, double fresh, double *last)
{
    double y = *last;
    for (int step = 0; step < 12; step++) {
        double w = slope * (f(y) - p) / (TWO_OVER_SQRT_PI * exp(-y * y)), d = w / (1 + y * w);
        if (fabs(d) < 0x1p-18 * y) {
            *last = y - d;
            return (ball){*last, 0x1p-38 * *last};
        }
        y -= d;
        if (step == 0 && !(fabs(d) < 0.01 * y))
            y = fresh;
    }
    *last = 1;
    return (ball){1, INFINITY};
}

static _Thread_local double last_erf = 0.3, last_erfc = 1;

/* Return y with erf(y) = p, for 0 < p <= 1/2. Below 2^-20, two terms of the series have an error of
 * 2^-82. */
static ball inverse_erf(double p)
{
    double s = p * p, series = HALF_SQRT_PI * p * (1 + s * (0x1.0c152382d7365p-2));
    if (p < 0x1p-20)
        return relative(series);
    return invert(erf, 1, p, p < 0.125 ? series : start((1 - p) * (1 + p)), &last_erf);
}

/* Return y with erfc(y) = q, for 0 < q < 1/2. */
static ball inverse_erfc(double q) { return invert(erfc, -1, q, start(q * (2 - q)), &last_erfc); }

static ball scaled(ball b, double factor)
{
    return (ball){factor * b.v, (fabs(factor) + 0.001) * b.r};
}

SWEEP(erfinv)
{
    double p = fabs(x), sign = copysign(1, x);
    if (p >= 1)
        return exact(p == 1 ? copysign(INFINITY, x) : NAN);
    if (p == 0)
        return exact(x);
    return scaled(p <= 0.5 ? inverse_erf(p) : inverse_erfc(1 - p), sign);
}

/* The result y solves Phi(y) = 1/2 + erf(y / sqrt 2) / 2 = erfc(-y / sqrt 2) / 2 = x. x - 1/2 is
 * exact for x from 1/4 to 3/4. */
SWEEP(normal_quantile)
{
    if (!(x > 0 && x < 1))
        return exact(x == 0 ? -INFINITY : x == 1 ? INFINITY : NAN);
    if (x == 0.5)
        return exact(0);
    if (x < 0.25)
        return scaled(inverse_erfc(2 * x), -SQRT_2);
    if (x > 0.75)
        return scaled(inverse_erfc(2 * (1 - x)), SQRT_2);
    return scaled(inverse_erf(2 * fabs(x - 0.5)), copysign(SQRT_2, x - 0.5));
}

/* The operand is a word (clause D2). The middle m of its interval in 0 .. 1 is exact, and so are 2
 * m and 1 - m. */
SWEEP(normal_from_bits) { return normal_quantile_ball((x + 0.5) * 0x1p-32, a); }
