/* double_double.h - unevaluated sums hi + lo of two numbers of binary64. |lo| is at most a small
 * multiple of ulp(hi) / 2.
 *
 * Relative errors are given in units of u = 2^-53. By Joldes, Muller and Popescu (ACM TOMS 44,
 * 2017) a sum has an error of at most 4 u^2, a product 5 u^2, and a quotient 15 u^2, if nothing
 * overflows and no product is below 2^-960. DD = 2^-100 = 64 u^2 covers each of them, even if the
 * lo of an operand is a few times too large. fma computes the error of a multiplication exactly.
 * These sources are compiled only for processors that have fma.
 */
#ifndef SWEEP_DOUBLE_DOUBLE_H
#define SWEEP_DOUBLE_DOUBLE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define FN static inline __attribute__((always_inline))

typedef struct {
    double hi, lo;
} dd;

FN dd one_number(double x) { return (dd){x, 0}; }

/* Return a + b, which is exact if |a| >= |b| or a = 0. */
FN dd fast_two_sum(double a, double b)
{
    const double s = a + b;
    return (dd){s, b - (s - a)};
}

FN dd two_sum(double a, double b)
{
    const double s = a + b, t = s - a;
    return (dd){s, (a - (s - t)) + (b - t)};
}

FN dd two_product(double a, double b)
{
    const double p = a * b;
    return (dd){p, __builtin_fma(a, b, -p)};
}

FN dd minus(dd a) { return (dd){-a.hi, -a.lo}; }

/* Return a times a power of two, which is exact. */
FN dd scaled(dd a, double power) { return (dd){a.hi * power, a.lo * power}; }

FN dd plus(dd a, dd b)
{
    const dd s = two_sum(a.hi, b.hi), t = two_sum(a.lo, b.lo), v = fast_two_sum(s.hi, s.lo + t.hi);
    return fast_two_sum(v.hi, t.lo + v.lo);
}

FN dd plus_one_number(dd a, double b)
{
    const dd s = two_sum(a.hi, b);
    return fast_two_sum(s.hi, s.lo + a.lo);
}

FN dd times(dd a, dd b)
{
    const dd p = two_product(a.hi, b.hi);
    const double cross = __builtin_fma(a.lo, b.hi, a.hi * b.lo);
    return fast_two_sum(p.hi, p.lo + cross);
}

FN dd times_one_number(dd a, double b)
{
    const dd p = two_product(a.hi, b);
    return fast_two_sum(p.hi, __builtin_fma(a.lo, b, p.lo));
}

FN dd over(dd a, dd b)
{
    const double q = a.hi / b.hi;
    const dd rest = plus(a, minus(times_one_number(b, q)));
    return fast_two_sum(q, rest.hi / b.hi);
}

/* Return the square root. The last step of Newton's iteration leaves an error of at most 3 u^2. */
FN dd root(dd a)
{
    const double s = __builtin_sqrt(a.hi);
    const dd square = two_product(s, s);
    return fast_two_sum(s, (((a.hi - square.hi) - square.lo) + a.lo) / (s + s));
}

FN uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

FN double of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Return `first ? a : b` without a branch. */
FN dd choose(int first, dd a, dd b) { return (dd){first ? a.hi : b.hi, first ? a.lo : b.lo}; }

/* Return a times 1 or -1, by the sign of `sign`. */
FN dd turned(dd a, double sign) { return scaled(a, __builtin_copysign(1.0, sign)); }

FN double size(double x) { return __builtin_fabs(x); }

#endif
