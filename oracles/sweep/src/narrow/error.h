/* error.h - the error function and its complement in double-double.
 *
 * By Taylor's polynomial of degree 10 about the nearest c = j/32, |h| <= 2^-6: w(x) = e^(x^2) erfc
 * x for x from 0 to 26, and erf x up to 1. w is a mixture of e^(-t x) for t > 0, so that
 * coefficient n is at most w(c) / Gamma(n/2 + 1) in size: what is left out is below 2^-74 w. The
 * terms of degree 0 and 1 are double-doubles. Those from h^2 on are a number, at most 1.1 h^2 w(c),
 * with four roundings: 2^-62.8 w. For erf it is at most 1.1 h^2 erf c, or a third of h^2 erf h
 * about 0, and erf c < 2.1 erf x: 2^-61.7 of the result. ERROR covers both.
 */
#ifndef SWEEP_ERROR_H
#define SWEEP_ERROR_H

#include "narrow/exponential.h"

#define ERROR 0x1p-61

/* x is in the row's cell, whose centre is c. */
FN dd polynomial_of(uint64_t row, dd x, double c)
{
    const dd h = fast_two_sum(x.hi - c, x.lo);
    double q = sweep_error[ERROR_DEGREE][row];
    for (int n = ERROR_DEGREE - 1; n >= 2; n--) q = sweep_error[n][row] + h.hi * q;
    q = h.hi * h.hi * q;
    const dd slope = {sweep_error[1][row], sweep_error[ERROR_LOW + 1][row]};
    const dd first = times(slope, h);
    const dd rest = fast_two_sum(first.hi, first.lo + q);
    return plus((dd){sweep_error[0][row], sweep_error[ERROR_LOW][row]}, rest);
}

/* x as a multiple of 1/32, whose last bits are 32 x. */
FN double cell_of(double x) { return x + 0x1.8p47; }

/* erfc x e^(x^2) for 0 <= x <= 26; larger ones count as 26. */
FN dd scaled_erfc(dd x)
{
    x = choose(x.hi < 26, x, one_number(26));
    const double cell = cell_of(x.hi);
    return polynomial_of(bits_of(cell) & 1023, x, cell - 0x1.8p47);
}

/* erf x for 0 <= x <= 1; larger ones count as 1. */
FN dd erf_below_1(dd x)
{
    x = choose(x.hi < 1, x, one_number(1));
    const double cell = cell_of(x.hi);
    return polynomial_of(FIRST_ERF + (bits_of(cell) & 63), x, cell - 0x1.8p47);
}

#endif
