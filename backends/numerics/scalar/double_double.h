/* double_double.h - unevaluated sums hi + lo of two binary64 numbers, and their final rounding.
 *
 * Sources: Dekker, "A floating-point technique for extending the available precision" (1971);
 * Knuth, TAOCP 2, 4.2.2 (TwoSum); Boldo and Melquiond (2008) for rounding to odd: a value that is
 * rounded to odd with 53 bits and then to nearest with q <= 51 bits has the same result as with one
 * rounding.
 */
#ifndef SB_SCALAR_DOUBLE_DOUBLE_H
#define SB_SCALAR_DOUBLE_DOUBLE_H

#include "scalar/portable.h"

typedef struct double_double {
    double hi, lo;
} double_double;

/* Return a + b exactly, for |a| >= |b| or a = 0. */
SB_FN double_double dd_fast_two_sum(double a, double b)
{
    double_double s;
    s.hi = a + b;
    s.lo = b - (s.hi - a);
    return s;
}

/* Return a + b exactly. */
SB_FN double_double dd_two_sum(double a, double b)
{
    double_double s;
    s.hi = a + b;
    double b_part = s.hi - a;
    s.lo = (a - (s.hi - b_part)) + (b - b_part);
    return s;
}

/* Return a * b exactly. Requires that nothing overflows (factors below 2^995), and that the product
 * is above 2^-969. */
SB_FN double_double dd_two_product(double a, double b)
{
    double_double p;
    p.hi = a * b;
#if SB_HAS_FMA
    p.lo = SB_FMA(a, b, -p.hi);
#else
    double at = a * 0x1.0000002p27, ah = at - (at - a), al = a - ah; /* Veltkamp's split */
    double bt = b * 0x1.0000002p27, bh = bt - (bt - b), bl = b - bh;
    p.lo = al * bl - (((p.hi - ah * bh) - al * bh) - ah * bl);
#endif
    return p;
}

/* Return a * b; relative error below 2^-102. */
SB_FN double_double dd_product(double_double a, double_double b)
{
    double_double p = dd_two_product(a.hi, b.hi);
    double rest = f64_mad(a.hi, b.lo, f64_mad(a.lo, b.hi, p.lo));
    return dd_fast_two_sum(p.hi, rest);
}

/* Return a / b; relative error below 2^-101. */
SB_FN double_double dd_quotient(double_double a, double_double b)
{
    double reciprocal = 1.0 / b.hi, q = a.hi * reciprocal;
    double_double back = dd_two_product(q, b.hi);
    double rest = ((a.hi - back.hi) - back.lo) + (a.lo - q * b.lo);
    return dd_fast_two_sum(q, rest * reciprocal);
}

/* Return a + b; relative error below 2^-104, even if the leading parts cancel. (Joldes, Muller,
 * Popescu: "Tight and rigorous error bounds for basic building blocks of double-word arithmetic",
 * 2017.) */
SB_FN double_double dd_sum(double_double a, double_double b)
{
    double_double s = dd_two_sum(a.hi, b.hi), t = dd_two_sum(a.lo, b.lo);
    double_double v = dd_fast_two_sum(s.hi, s.lo + t.hi);
    return dd_fast_two_sum(v.hi, t.lo + v.lo);
}

/* Return a + b, for |a| >= |b| or a.hi = 0, without cancellation; relative error below 2^-103. */
SB_FN double_double dd_fast_sum(double_double a, double_double b)
{
    double_double s = dd_fast_two_sum(a.hi, b.hi);
    return dd_fast_two_sum(s.hi, s.lo + (a.lo + b.lo));
}

/* Return a + b; relative error below 2^-105. */
SB_FN double_double dd_plus_double(double_double a, double b)
{
    double_double s = dd_two_sum(a.hi, b);
    return dd_fast_two_sum(s.hi, s.lo + a.lo);
}

SB_FN double_double dd_of(double x)
{
    double_double p = {x, 0.0};
    return p;
}

/* Return the double-double of two parts from a table. */
SB_FN double_double dd_constant(const double *parts)
{
    double_double p = {parts[0], parts[1]};
    return p;
}

SB_FN double_double dd_negated(double_double a)
{
    double_double p = {-a.hi, -a.lo};
    return p;
}

/* Return a times a power of two. This is exact unless there is an underflow. */
SB_FN double_double dd_scaled(double_double a, double power)
{
    double_double p = {a.hi * power, a.lo * power};
    return p;
}

SB_FN double_double dd_select(uint64_t mask, double_double a, double_double b)
{
    double_double p = {f64_select(mask, a.hi, b.hi), f64_select(mask, a.lo, b.lo)};
    return p;
}

/* Return a * b; relative error below 2^-103. */
SB_FN double_double dd_times_double(double_double a, double b)
{
    double_double p = dd_two_product(a.hi, b);
    return dd_fast_two_sum(p.hi, f64_mad(a.lo, b, p.lo));
}

/* Return a * a; relative error below 2^-102. */
SB_FN double_double dd_square(double_double a)
{
    double_double p = dd_two_product(a.hi, a.hi);
    return dd_fast_two_sum(p.hi, f64_mad(a.hi + a.hi, a.lo, p.lo));
}

/* Return the square root of a > 0, or a = 0; relative error below 2^-102. */
SB_FN double_double dd_sqrt(double_double a)
{
    double root = SB_SQRT(a.hi);
    double_double back = dd_two_product(root, root);
    double rest = ((a.hi - back.hi) - back.lo) + a.lo;
    return dd_fast_two_sum(root, f64_select(mask_nonzero(root), 0.5 * rest / root, 0.0));
}

/* Return the double-double rounded to odd. lo = 0 means that hi is exact. */
SB_FN double dd_round_to_odd(double_double x)
{
    uint64_t u = f64_to_bits(x.hi), apart = (u ^ f64_to_bits(x.lo)) >> 63;
    return f64_select(mask_nonzero(x.lo), f64_from_bits((u - apart) | 1u), x.hi);
}

#endif
