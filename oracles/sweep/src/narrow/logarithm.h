/* logarithm.h - log x and log (1 + x) in double-double.
 *
 * x = 2^k m with m from 0.709 to 1.418. m is in one of 128 cells. Each cell has a number c near
 * 1/m. In the cell around 1, from 1 - 2^-9 to 1 + 2^-8, c is 1. log x = k log 2 - log c + log (1 +
 * r) with r = m c - 1 and |r| < 2^-7.9. r is exact except for the product m.lo c.
 *
 * r and r^2/2 are double-doubles. q = r^3/3 - ... + r^9/9 is computed in binary64. The errors are:
 * - less than 2^-74 |r| for the terms after q;
 * - 2^-67.7 |r| for six roundings of q, which is below 2^-17.3 |r|;
 * - 2^-68.8 |r| because q ignores r.lo.
 * Outside the cell around 1 the logarithm is at least 2^-9.1, and |r| is at most twice the
 * logarithm. So the relative error is at most 2^-66, which LOG covers.
 */
#ifndef SWEEP_LOGARITHM_H
#define SWEEP_LOGARITHM_H

#include "narrow/double_double.h"
#include "narrow/tables.h"

#define LOG 0x1p-64

#define LOG2_HIGH 0x1.62e42fefa38p-1 /* 42 bits: its product with k is exact */
#define LOG2_LOW 0x1.ef35793c7673p-45

typedef struct {
    dd r, rest; /* rest: k log 2 - log c */
} log_parts;

FN dd log_of_parts(log_parts l)
{
    const double h = l.r.hi;
    const dd square = two_product(h, -0.5 * h);
    double q = -1.0 / 8 + h * (1.0 / 9);
    q = -1.0 / 6 + h * (1.0 / 7 + h * q);
    q = 1.0 / 3 + h * (-1.0 / 4 + h * (1.0 / 5 + h * q));
    q = -2 * square.hi * h * q;
    const dd top = fast_two_sum(h, square.hi);
    const dd rest = two_sum(top.lo + (square.lo + (l.r.lo - h * l.r.lo)), q);
    const dd p = fast_two_sum(top.hi, rest.hi);
    return plus(l.rest, (dd){p.hi, p.lo + rest.lo});
}

/* Split log x into its parts, for x from 2^-1000 to 2^1000. */
FN log_parts parts_of_log(dd x)
{
    const uint64_t above = bits_of(x.hi) - LOG_LEAST, cell = (above >> LOG_CELL) & 127;
    const uint64_t exponent = above & UINT64_C(0xfff0000000000000);
    /* The number k + 1024 is converted to binary64 by placing its bits below the bits of 2^52. */
    const uint64_t biased = ((exponent + (UINT64_C(1024) << 52)) >> 52) & 0xfff;
    const double k = of_bits(biased | UINT64_C(0x4330000000000000)) - (0x1p52 + 1024);
    const double power = of_bits((UINT64_C(1023) << 52) - exponent), c = sweep_inverse[cell];
    const dd product = two_product(x.hi * power, c);
    const dd r = two_sum(product.hi - 1, product.lo + x.lo * power * c);
    const dd of_k = two_sum(k * LOG2_HIGH, k * LOG2_LOW);
    return (log_parts){r, plus(of_k, (dd){sweep_log_high[cell], sweep_log_low[cell]})};
}

/* Return log x with r^3/3 in double-double and terms up to r^10/10. Here q begins with r^4/4 and is
 * below 2^-25.6 |r|. Its six roundings cause an error of 2^-76 |r|, and the terms after q are below
 * 2^-82 |r|. By the argument above, the relative error is 2^-75, which FINE_LOG covers. */
#define FINE_LOG 0x1p-74
FN dd fine_log_of(dd x)
{
    const log_parts l = parts_of_log(x);
    const double h = l.r.hi;
    const dd square = times(l.r, scaled(l.r, -0.5));
    const dd cube = times(times(square, l.r), (dd){-0x1.5555555555555p-1, -0x1.5555555555555p-55});
    double q = 1.0 / 9 - h * (1.0 / 10);
    q = 1.0 / 7 + h * (-1.0 / 8 + h * q);
    q = -1.0 / 4 + h * (1.0 / 5 + h * (-1.0 / 6 + h * q));
    q = 4 * square.hi * square.hi * q;
    const dd p = plus(plus(l.r, square), plus_one_number(cube, q));
    return plus(l.rest, p);
}

FN dd log_of(dd x) { return log_of_parts(parts_of_log(x)); }

/* Return log (1 + x) for x > -1 and x < 2^1000. Near 0, r is x itself. */
FN dd log1p_of(dd x)
{
    log_parts l = parts_of_log(plus_one_number(x, 1));
    const int small = __builtin_fabs(x.hi) < 0x1p-10;
    return log_of_parts((log_parts){choose(small, x, l.r), choose(small, one_number(0), l.rest)});
}

#endif
