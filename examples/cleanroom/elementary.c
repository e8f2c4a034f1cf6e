/* Numbers here are unevaluated sums high + low of two doubles, with about 104 bits. Each operation
   on them has a relative error below 2^-100; exp and log have a relative error below ERROR. This is
   enough for the rounding to 24 bits, unless the exact value is nearer than the error to a number
   of binary32 or to a midpoint of two. `decided` then refuses the call instead of guessing. exp of
   operands near 0 and log(1) are handled before. */
#include "elementary.h"
#include "formats.h"
#include "memory.h"

#include <math.h>

#define ERROR 0x1p-85

typedef struct {
    double high, low;
} Pair;

/* log 2, to 109 bits. */
static const Pair log_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

/* a + b for abs(a) >= abs(b), exactly. */
static Pair ordered_sum(double a, double b)
{
    const double sum = a + b;
    return (Pair){sum, b - (sum - a)};
}

static Pair sum(Pair a, Pair b)
{
    const double high = a.high + b.high, shadow = high - a.high;
    const double rest = (a.high - (high - shadow)) + (b.high - shadow);
    return ordered_sum(high, rest + (a.low + b.low));
}

static Pair product(Pair a, Pair b)
{
    const double high = a.high * b.high, rest = fma(a.high, b.high, -high);
    return ordered_sum(high, rest + (a.high * b.low + a.low * b.high));
}

static Pair quotient(Pair a, Pair b)
{
    const double first = a.high / b.high;
    const Pair back = product((Pair){-first, 0}, b);
    const Pair rest = sum(a, back);
    return ordered_sum(first, rest.high / b.high);
}

static Pair whole(double x) { return (Pair){x, 0}; }

/* Returns a pair with the relative error ERROR, rounded once to binary32. It is first rounded to
   odd, so that the second rounding goes the right way (arithmetic.c explains why). */
static double decided(Pair value)
{
    uint64_t bits = double_bits(value.high);
    const bool boundary = !(bits & 0xfffffff); /* at most the first 25 of 53 bits are set */
    if (boundary && fabs(value.low) < ERROR * fabs(value.high))
        refuse("a value is too near to a rounding boundary to be decided");
    if (value.low != 0 && !(bits & 1))
        bits += (value.low > 0) == (value.high > 0) ? 1 : -(uint64_t)1;
    return float_value(F32, round_double(F32, bits_double(bits), SATURATE));
}

/* x = k log 2 + r; e^r = (e^(r / 256))^256, with the inner power by its series. */
double exp_in_single(double x)
{
    if (isnan(x) || x == INFINITY)
        return x;
    if (fabs(x) < 0x1p-26) /* the result is nearer to 1 than to any midpoint */
        return 1;
    if (x < -105) /* the result is below 2^-150, half of the least subnormal */
        return 0;
    if (x > 89) /* the result is above 2^128 */
        return INFINITY;
    const double k = rint(x / log_2.high);
    const Pair r = sum(whole(x), product(whole(-k), log_2));
    const Pair small = {r.high / 256, r.low / 256};
    Pair series = whole(1);
    for (int n = 14; n > 0; --n) /* the next term is below 2^-180 */
        series = sum(whole(1), product(series, quotient(small, whole(n))));
    for (int i = 0; i < 8; ++i) /* each squaring doubles the relative error */
        series = product(series, series);
    return decided((Pair){ldexp(series.high, (int)k), ldexp(series.low, (int)k)});
}

/* x = 2^k m with m near 1; log m = 2 atanh z with z = (m - 1) / (m + 1). */
double log_in_single(double x)
{
    int k;
    if (isnan(x) || x == INFINITY)
        return x;
    if (x <= 0)
        return x == 0 ? -INFINITY : bits_double(canonical_nan(F64));
    if (x == 1)
        return 0;
    double m = frexp(x, &k);
    if (m < 0x1.6ap-1) { /* about the square root of 1/2 */
        m *= 2;
        --k;
    }
    const Pair z = quotient(whole(m - 1), whole(m + 1)), square = product(z, z);
    Pair series = quotient(whole(1), whole(45));
    for (int n = 43; n > 0; n -= 2) /* abs(z) < 0.172, so the next term is below 2^-115 */
        series = sum(quotient(whole(1), whole(n)), product(series, square));
    const Pair log_m = product(whole(2), product(z, series));
    return decided(sum(product(whole(k), log_2), log_m));
}
