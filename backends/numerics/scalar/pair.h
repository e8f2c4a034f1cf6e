/* pair.h - unevaluated sums hi + lo of two binary64 numbers, and their one rounding at the end.
 *
 * Sources: Dekker, "A floating-point technique for extending the available precision" (1971); Knuth,
 * TAOCP 2, 4.2.2 (TwoSum); Boldo and Melquiond (2008) for rounding to odd: a value rounded to odd at
 * 53 bits and then to nearest at q <= 51 bits is rounded once.
 */
#ifndef SB_SCALAR_PAIR_H
#define SB_SCALAR_PAIR_H

#include "scalar/portable.h"

typedef struct f64_pair {
    double hi, lo;
} f64_pair;

/* a + b exactly, for |a| >= |b| or a = 0. */
SB_FN f64_pair pair_fast_two_sum(double a, double b)
{
    f64_pair s;
    s.hi = a + b;
    s.lo = b - (s.hi - a);
    return s;
}

/* a + b exactly. */
SB_FN f64_pair pair_two_sum(double a, double b)
{
    f64_pair s;
    s.hi = a + b;
    double b_part = s.hi - a;
    s.lo = (a - (s.hi - b_part)) + (b - b_part);
    return s;
}

/* a * b exactly, if nothing overflows (factors below 2^995) and the product is above 2^-969. */
SB_FN f64_pair pair_two_product(double a, double b)
{
    f64_pair p;
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

/* a * b; relative error below 2^-102. */
SB_FN f64_pair pair_product(f64_pair a, f64_pair b)
{
    f64_pair p = pair_two_product(a.hi, b.hi);
    double rest = f64_mad(a.hi, b.lo, f64_mad(a.lo, b.hi, p.lo));
    return pair_fast_two_sum(p.hi, rest);
}

/* a / b; relative error below 2^-101. */
SB_FN f64_pair pair_quotient(f64_pair a, f64_pair b)
{
    double reciprocal = 1.0 / b.hi, q = a.hi * reciprocal;
    f64_pair back = pair_two_product(q, b.hi);
    double rest = ((a.hi - back.hi) - back.lo) + (a.lo - q * b.lo);
    return pair_fast_two_sum(q, rest * reciprocal);
}

/* a + b; relative error below 2^-104, even where the leading parts cancel. (Joldes, Muller, Popescu:
 * "Tight and rigorous error bounds for basic building blocks of double-word arithmetic", 2017.) */
SB_FN f64_pair pair_sum(f64_pair a, f64_pair b)
{
    f64_pair s = pair_two_sum(a.hi, b.hi), t = pair_two_sum(a.lo, b.lo);
    f64_pair v = pair_fast_two_sum(s.hi, s.lo + t.hi);
    return pair_fast_two_sum(v.hi, t.lo + v.lo);
}

/* a + b, for |a| >= |b| or a.hi = 0 without cancellation; relative error below 2^-103. */
SB_FN f64_pair pair_fast_sum(f64_pair a, f64_pair b)
{
    f64_pair s = pair_fast_two_sum(a.hi, b.hi);
    return pair_fast_two_sum(s.hi, s.lo + (a.lo + b.lo));
}

/* a + b; relative error below 2^-105. */
SB_FN f64_pair pair_plus_double(f64_pair a, double b)
{
    f64_pair s = pair_two_sum(a.hi, b);
    return pair_fast_two_sum(s.hi, s.lo + a.lo);
}

SB_FN f64_pair pair_of(double x)
{
    f64_pair p = {x, 0.0};
    return p;
}

/* Two parts that stand in a table. */
SB_FN f64_pair pair_constant(const double *parts)
{
    f64_pair p = {parts[0], parts[1]};
    return p;
}

SB_FN f64_pair pair_negated(f64_pair a)
{
    f64_pair p = {-a.hi, -a.lo};
    return p;
}

/* a times a power of two, exact unless something underflows. */
SB_FN f64_pair pair_scaled(f64_pair a, double power)
{
    f64_pair p = {a.hi * power, a.lo * power};
    return p;
}

SB_FN f64_pair pair_select(uint64_t mask, f64_pair a, f64_pair b)
{
    f64_pair p = {f64_select(mask, a.hi, b.hi), f64_select(mask, a.lo, b.lo)};
    return p;
}

/* a * b; relative error below 2^-103. */
SB_FN f64_pair pair_times_double(f64_pair a, double b)
{
    f64_pair p = pair_two_product(a.hi, b);
    return pair_fast_two_sum(p.hi, f64_mad(a.lo, b, p.lo));
}

/* a * a; relative error below 2^-102. */
SB_FN f64_pair pair_square(f64_pair a)
{
    f64_pair p = pair_two_product(a.hi, a.hi);
    return pair_fast_two_sum(p.hi, f64_mad(a.hi + a.hi, a.lo, p.lo));
}

/* The square root of a > 0, or a = 0; relative error below 2^-102. */
SB_FN f64_pair pair_sqrt(f64_pair a)
{
    double root = SB_SQRT(a.hi);
    f64_pair back = pair_two_product(root, root);
    double rest = ((a.hi - back.hi) - back.lo) + a.lo;
    return pair_fast_two_sum(root, f64_select(mask_nonzero(root), 0.5 * rest / root, 0.0));
}

/* The pair rounded to odd; lo = 0 says that hi is exact. */
SB_FN double pair_round_odd(f64_pair x)
{
    uint64_t u = f64_to_bits(x.hi), apart = (u ^ f64_to_bits(x.lo)) >> 63;
    return f64_select(mask_nonzero(x.lo), f64_from_bits((u - apart) | 1u), x.hi);
}

#endif
