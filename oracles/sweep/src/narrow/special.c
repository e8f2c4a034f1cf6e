/* special.c - the error function, its complement and the inverses; gelu and its derivative. */
#include "narrow/error.h"
#include "narrow/logarithm.h"
#include "narrow/narrow.h"

#define SQRT_2 ((dd){0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54})
#define SQRT_HALF ((dd){0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55})
#define SQRT_1_OVER_2PI ((dd){0x1.9884533d43651p-2, -0x1.cbc0d30ebfd15p-56})
#define TWO_OVER_SQRT_PI 0x1.20dd750429b6dp+0
#define HALF_SQRT_PI 0x1.c5bf891b4ef6bp-1
#define PI_OVER_12 0x1.0c152382d7366p-2

/* Return erfc m for 0 <= m < 26. For larger m the result is some number below 2^-900. The error DD
 * of the square causes a relative error of at most 676 DD. */
FN dd erfc_of(dd m)
{
    m = choose(m.hi < 26, m, one_number(26));
    return times(exp_of(minus(times(m, m))), scaled_erfc(m));
}

NARROW(erf)
{
    const dd m = one_number(size(x)), beyond = plus_one_number(minus(erfc_of(m)), 1);
    return near(turned(choose(m.hi < 1, erf_below_1(m), beyond), x), 2 * ERROR);
}

NARROW(erfc)
{
    const dd v = erfc_of(one_number(size(x)));
    return where(x < 26, near(choose(x < 0, plus_one_number(minus(v), 2), v), 2 * ERROR));
}

typedef struct {
    dd half_erfc, density;
} normal;

/* Return erfc (m / sqrt 2) / 2 and e^(-m^2 / 2) / sqrt (2 pi) for m < 36. For larger m the results
 * are some numbers below 2^-900. The argument of w has a relative error of 2 DD, and the condition
 * number of w is at most 1. */
FN normal normal_of(double m)
{
    m = m < 36 ? m : 36;
    const dd e = exp_of(scaled(two_product(m, m), -0.5));
    const dd v = times(e, scaled_erfc(times_one_number(SQRT_HALF, m)));
    return (normal){scaled(v, 0.5), times(e, SQRT_1_OVER_2PI)};
}

NARROW(gelu)
{
    const dd v = normal_of(size(x)).half_erfc;
    const dd share = choose(x < 0, v, plus_one_number(minus(v), 1));
    return where(x > -36, near(times_one_number(share, x), 2 * ERROR));
}

NARROW(gelu_derivative)
{
    const double m = size(x) < 36 ? size(x) : 36;
    const normal n = normal_of(m);
    const dd share = choose(x < 0, n.half_erfc, plus_one_number(minus(n.half_erfc), 1));
    const dd slope = turned(times_one_number(n.density, m), x);
    return where(x > -36, sum(share, slope, 2 * ERROR));
}

typedef struct {
    dd y;
    double step;
} approach;

/* Make a step of Halley's iteration for erf y = p, or erfc y = p, as in wide/special.c. */
FN approach nearer(int of_erf, double p, dd y)
{
    const dd bell = exp_of(minus(times(y, y)));
    const dd below = plus_one_number(erf_below_1(y), -p);
    const dd above = plus_one_number(minus(times(bell, scaled_erfc(y))), p);
    const double off = of_erf ? below.hi : above.hi;
    const double w = off / (TWO_OVER_SQRT_PI * bell.hi), step = w / (1 + y.hi * w);
    return (approach){plus_one_number(y, -step), step};
}

/* Return y > 0 with erf y = p for 0 < p <= 1/2, or erfc y = p for 0 < p < 1/2. The iteration starts
 * with Winitzki's approximation or the series, and takes three steps. A relative error ERROR in erf
 * or erfc changes y by at most 1.17 ERROR. The error after the last step d is (1 + y^2) |d|^3, and
 * the radius is twice as large. */
FN ball inverse(int of_erf, double p)
{
    const double rest = of_erf ? (1 - p) * (1 + p) : p * (2 - p);
    const double l = log_of(one_number(rest)).hi, b = 2 / 0.46181412005 + l / 2;
    const double series = HALF_SQRT_PI * p * (1 + PI_OVER_12 * p * p);
    const double far = __builtin_sqrt(__builtin_sqrt(b * b - l / 0.147) - b);
    approach a = nearer(of_erf, p, one_number(of_erf && p < 0.125 ? series : far));
    a = nearer(of_erf, p, a.y);
    a = nearer(of_erf, p, a.y);
    const double y = a.y.hi, d = size(a.step);
    const double radius = 2 * ERROR * y + 2 * (1 + y * y) * (d * d * d);
    return where(y > 0 && y < 26 && p > 0x1p-800, (ball){y, a.y.lo, radius});
}

FN ball ball_times(ball b, dd factor)
{
    const dd v = times((dd){b.hi, b.lo}, factor);
    return (ball){v.hi, v.lo, b.r * 1.0625 * size(factor.hi)};
}

NARROW(erfinv)
{
    const double p = size(x), sign = __builtin_copysign(1.0, x);
    const ball b = inverse(p <= 0.5, p <= 0.5 ? p : 1 - p);
    return where(p < 1, ball_times(b, one_number(sign)));
}

/* The result y solves Phi(y) = 1/2 + erf(y / sqrt 2) / 2 = erfc(-y / sqrt 2) / 2 = x. x - 1/2 is
 * exact for x from 1/4 to 3/4, and 1 - x is exact for larger x. */
NARROW(normal_quantile)
{
    const double off = x - 0.5, from_end = x < 0.5 ? x : 1 - x;
    const int of_erf = x >= 0.25 && x <= 0.75;
    const ball b = inverse(of_erf, of_erf ? 2 * size(off) : 2 * from_end);
    return where(x > 0 && x < 1, ball_times(b, turned(SQRT_2, off)));
}
