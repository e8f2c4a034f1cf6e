/* exponential.h - e^x and e^x - 1 in double-double.
 *
 * x = n log(2) / 64 + r with |r| < 2^-7.5, n = 64 k + j, e^x = 2^k 2^(j/64) (1 + p), p = e^r - 1.
 * LOG2_64_HIGH has 32 bits and n has 17, so their product is exact, and so is its difference from
 * x.hi (Sterbenz). With LOG2_64_MIDDLE the remaining error of the constant is 2^-92. So r has an
 * error of n times that, which is below 2^-75, and below 2^-85 of e^x - 1 if n is not 0.
 *
 * r and r^2/2 are double-doubles. q = r^3/6 + ... + r^8/8! is computed in binary64. The errors are:
 * - less than 2^-78 |r| for the terms after q;
 * - 2^-67.7 |r| for six roundings of q, which is below 2^-17.3 |r|;
 * - 2^-69 |r| because q ignores r.lo.
 * Their sum is below 2^-67 |p|, which EXPM1 covers, and below 2^-74 of e^x, which EXP covers.
 */
#ifndef SWEEP_EXPONENTIAL_H
#define SWEEP_EXPONENTIAL_H

#include "narrow/double_double.h"
#include "narrow/tables.h"

#define EXP 0x1p-70
#define EXPM1 0x1p-65

#define LOG2_64_HIGH 0x1.62e42feep-7
#define LOG2_64_MIDDLE 0x1.a39ef35793c76p-39
#define LOG2_64_INVERSE 0x1.71547652b82fep+6

typedef struct {
    dd p, table;  /* p = e^r - 1; table = 2^(j/64) */
    double power; /* 2^k */
} exp_parts;

FN exp_parts parts_of_exp(dd x)
{
    const double magic = 0x1.8p52, shifted = x.hi * LOG2_64_INVERSE + magic, n = shifted - magic;
    const uint64_t j = bits_of(shifted) & 63;
    const uint64_t power = (bits_of(shifted) - j + 64 * 1023) << 46;
    const dd product = two_product(n, LOG2_64_MIDDLE);
    dd r = two_sum(__builtin_fma(-n, LOG2_64_HIGH, x.hi), -product.hi);
    r = fast_two_sum(r.hi, r.lo + (x.lo - product.lo));
    const double h = r.hi;
    const dd square = two_product(h, 0.5 * h);
    double q = 1.0 / 5040 + h * (1.0 / 40320);
    q = 1.0 / 120 + h * (1.0 / 720 + h * q);
    q = square.hi * h * (1.0 / 3 + h * (1.0 / 12 + h * (2 * q)));
    const dd top = fast_two_sum(h, square.hi);
    const dd rest = two_sum(top.lo + (square.lo + (r.lo + h * r.lo)), q);
    const dd p = fast_two_sum(top.hi, rest.hi);
    return (exp_parts){
        {p.hi, p.lo + rest.lo},
        {sweep_power_high[j], sweep_power_low[j]},
        of_bits(power),
    };
}

/* Return e^x for |x| < 700. The relative error is at most EXP. */
FN dd exp_of(dd x)
{
    const exp_parts e = parts_of_exp(x);
    return scaled(plus(e.table, times(e.table, e.p)), e.power);
}

/* Return e^x - 1 for |x| < 700. The relative error is at most EXPM1. If n is not 0, the magnitude
 * of 2^(n/64) - 1 is at least 0.0107, and the other term is not larger than the sum. */
FN dd expm1_of(dd x)
{
    const exp_parts e = parts_of_exp(x);
    const dd table = scaled(e.table, e.power);
    return plus(plus_one_number(table, -1), times(table, e.p));
}

/* Return tanh x for |x| < 350. With m = |x| and p = e^(2 m) - 1 its magnitude is p / (p + 2). */
#define TANH (2 * EXPM1)
FN dd tanh_of(double x)
{
    const dd p = expm1_of(one_number(2 * size(x)));
    return turned(over(p, plus_one_number(p, 2)), x);
}

/* Return 1 / (1 + e^-x) for |x| < 700. The terms do not cancel. */
#define LOGISTIC (2 * EXP)
FN dd logistic(dd x)
{
    const dd e = exp_of(turned(x, -x.hi));
    return over(choose(x.hi < 0, e, one_number(1)), plus_one_number(e, 1));
}

/* Return the derivative of the logistic function. The relative error is at most 4 EXP. */
FN dd bell(dd x)
{
    const dd e = exp_of(turned(x, -x.hi)), d = plus_one_number(e, 1);
    return over(e, times(d, d));
}

#endif
