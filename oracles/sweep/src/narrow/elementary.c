/* elementary.c - the functions of wide/elementary.c in double-double. */
#include "narrow/circular.h"
#include "narrow/exponential.h"
#include "narrow/logarithm.h"
#include "narrow/narrow.h"

#define LOG_2 ((dd){0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56})
#define LOG_10 ((dd){0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53})
#define INVERSE_LOG_2 ((dd){0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56})
#define INVERSE_LOG_10 ((dd){0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57})
#define PI ((dd){0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53})

/* An error bound for values that are exact in double-double or have an error of a few DD. */
#define ALMOST 0x1p-84

/* If the argument of exp has a relative error of DD, the effect on the result is at most 700 DD,
 * which is below 2^-90. */
NARROW(exp) { return where(size(x) < 700, near(exp_of(one_number(x)), EXP)); }

NARROW(exp2) { return where(size(x) < 1000, near(exp_of(times_one_number(LOG_2, x)), EXP)); }

NARROW(exp10) { return where(size(x) < 300, near(exp_of(times_one_number(LOG_10, x)), EXP)); }

NARROW(expm1) { return where(size(x) < 700, near(expm1_of(one_number(x)), EXPM1)); }

/* Return a multiple of log x, for x from 2^-1000 to 2^1000. */
FN ball of_log(double x, dd factor)
{
    const dd v = times(log_of(one_number(x)), factor);
    return where(x > 0x1p-1000 && x < 0x1p1000, near(v, 2 * LOG));
}

NARROW(log) { return of_log(x, one_number(1)); }

NARROW(log2) { return of_log(x, INVERSE_LOG_2); }

NARROW(log10) { return of_log(x, INVERSE_LOG_10); }

NARROW(log1p) { return where(x > -1 && x < 0x1p1000, near(log1p_of(one_number(x)), LOG)); }

/* For angles beyond 2^17 the wide filter decides. */
FN int has_angle(double x) { return size(x) < 0x1p17; }

NARROW(sin) { return where(has_angle(x), near(circle_of_radians(x).sine, SINE)); }

NARROW(cos) { return where(has_angle(x), near(circle_of_radians(x).cosine, SINE)); }

NARROW(tan)
{
    const circle c = circle_of_radians(x);
    return where(has_angle(x), near(over(c.sine, c.cosine), 4 * SINE));
}

/* Subtracting an even number from x, and then a multiple of 1/256, is exact. */
FN circle circle_of_half_turns(double x)
{
    const double t = x - 2 * __builtin_rint(0.5 * x), shifted = t * 256 + 0x1.8p52;
    const double n = shifted - 0x1.8p52;
    return circle_of(shifted, times_one_number(PI, t - n * (1.0 / 256)));
}

NARROW(sinpi) { return near(circle_of_half_turns(x).sine, SINE); }

NARROW(cospi) { return near(circle_of_half_turns(x).cosine, SINE); }

/* The quotient in atan_of has an error of DD, and the condition number of atan is at most 1. */
NARROW(atan) { return near(atan_of(one_number(x)), ATAN); }

/* The argument 1 - x^2 is computed as (1 - x) (1 + x), where both factors are exact sums of two
 * numbers. */
NARROW(asin)
{
    const dd other = root(times(two_sum(1, -x), two_sum(1, x)));
    return where(size(x) < 1, near(atan_of(over(one_number(x), other)), 2 * ATAN));
}

/* The value is 2 atan (sqrt ((1 - x) / (1 + x))). */
NARROW(acos)
{
    const dd t = root(over(two_sum(1, -x), two_sum(1, x)));
    return where(size(x) < 1, near(scaled(atan_of(t), 2), 2 * ATAN));
}

/* The magnitude is (e^m - e^-m) / 2 with m = |x|. With p = e^m - 1 it is (p + p / (p + 1)) / 2,
 * where both terms have the same sign. */
NARROW(sinh)
{
    const dd p = expm1_of(one_number(size(x)));
    const dd v = plus(p, over(p, plus_one_number(p, 1)));
    return where(size(x) < 350, near(turned(scaled(v, 0.5), x), 4 * EXPM1));
}

NARROW(cosh)
{
    const dd e = exp_of(one_number(x)), v = plus(e, over(one_number(1), e));
    return where(size(x) < 350, near(scaled(v, 0.5), 4 * EXP));
}

NARROW(tanh) { return where(size(x) < 350, near(tanh_of(x), TANH)); }

/* The magnitude is log (1 + m + m^2 / (1 + sqrt (1 + m^2))) with m = |x|. */
NARROW(asinh)
{
    const double m = size(x);
    const dd square = two_product(m, m), below = root(plus_one_number(square, 1));
    const dd v = log1p_of(plus_one_number(over(square, plus_one_number(below, 1)), m));
    return where(m > 0x1p-400 && m < 0x1p400, near(turned(v, x), 4 * LOG));
}

/* The value is log (1 + t + sqrt (2 t + t^2)) with t = x - 1. */
NARROW(acosh)
{
    const dd t = two_sum(x, -1);
    const dd below = root(times(t, plus_one_number(t, 2)));
    return where(x > 1 && x < 0x1p400, near(log1p_of(plus(t, below)), 4 * LOG));
}

/* The magnitude is log (1 + 2 m / (1 - m)) / 2 with m = |x|. */
NARROW(atanh)
{
    const double m = size(x);
    const dd v = log1p_of(over(one_number(2 * m), two_sum(1, -m)));
    return where(m < 1, near(turned(scaled(v, 0.5), x), 4 * LOG));
}

NARROW(rsqrt)
{
    return where(x > 0x1p-900 && x < 0x1p900,
                 near(over(one_number(1), root(one_number(x))), ALMOST));
}

/* The start y is e^(log(x) / 3) with an error of 2^-50. One step of Newton's iteration reduces the
 * error to 2^-99. */
NARROW(cbrt)
{
    const double m = size(x);
    const dd start =
        exp_of(times(log_of(one_number(m)), (dd){0x1.5555555555555p-2, 0x1.5555555555555p-56}));
    const double guess = start.hi;
    const dd square = two_product(guess, guess);
    const dd rest = plus(times_one_number(square, guess), one_number(-m));
    const dd v = plus_one_number(one_number(guess), -rest.hi / (3 * square.hi));
    return where(m > 0x1p-900 && m < 0x1p900, near(turned(v, x), ALMOST));
}

NARROW(reciprocal) { return near(over(one_number(1), one_number(x)), ALMOST); }

NARROW(square) { return near(two_product(x, x), ALMOST); }

NARROW_TWO(hypot)
{
    const double p = size(x), q = size(y), least = p < q ? p : q, most = p < q ? q : p;
    const dd v = root(plus(two_product(x, x), two_product(y, y)));
    return where(least > 0x1p-400 && most < 0x1p400, near(v, ALMOST));
}

/* The value is atan (y / x), to which pi is added or not, depending on the quadrant. */
NARROW_TWO(atan2)
{
    const double p = size(x), q = size(y), least = p < q ? p : q, most = p < q ? q : p;
    const dd v = atan_of(over(one_number(x), one_number(y)));
    const dd w = choose(y < 0, plus(v, turned(PI, x)), v);
    return where(least > 0x1p-400 && most < 0x1p400, near(w, 4 * ATAN));
}

/* The value is the larger operand plus log (1 + e^-d). Near the zero of the sum, the error is
 * relative to its terms. */
NARROW_TWO(logaddexp)
{
    const dd d = two_sum(x, -y);
    const dd q = log1p_of(exp_of(turned(d, -d.hi)));
    const double most = x < y ? y : x;
    return where(size(d.hi) < 600, sum(one_number(most), q, 2 * LOG));
}

/* The value is e^(y log |x|). The exponent is at most 700, so its error is at most 700 FINE_LOG <
 * 2^-64. A negative base has a power only if y is an integer. The power is positive if y is even.
 */
NARROW_TWO(pow)
{
    const double m = size(x);
    const dd exponent = times_one_number(fine_log_of(one_number(m)), y);
    const int whole = y == __builtin_rint(y), even = 0.5 * y == __builtin_rint(0.5 * y);
    const int known = m > 0x1p-1000 && m < 0x1p1000 && size(exponent.hi) < 700;
    const dd v = turned(exp_of(exponent), even || x > 0 ? 1.0 : -1.0);
    return where(known && (x > 0 || whole), near(v, 0x1p-63));
}
