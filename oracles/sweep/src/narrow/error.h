/* error.h - the error function and its complement in double-double.
 *
 * Taylor polynomials of degree 10 about the nearest c = j/32 are used, so x = c + h, |h| <= 2^-6.
 * The functions are w(x) = e^(x^2) erfc x for x from 0 to 26, and erf x up to 1. w is a mixture of
 * e^(-t x) for t > 0. So the magnitude of coefficient n is at most w(c) / Gamma(n/2 + 1), and the
 * terms that are left out are below 2^-74 w.
 *
 * The terms of degree 0 and 1 are double-doubles. The sum of the terms from h^2 on is computed in
 * binary64. For w this sum is at most 1.1 h^2 w(c), and its four roundings cause an error of
 * 2^-62.8 w. For erf it is at most 1.1 h^2 erf c, or a third of h^2 erf h about 0. Because
 * erf c < 2.1 erf x, the error is 2^-61.7 of the result. ERROR covers both.
 */
#ifndef SWEEP_ERROR_H
#define SWEEP_ERROR_H

#include "narrow/exponential.h"

#define ERROR 0x1p-61

/* Evaluate the polynomial of a row at x, which is in the cell of the row. The centre of the cell is
 * c. */
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

/* Round x to a multiple of 1/32 and add a constant: the last bits of the result are 32 x. */
FN double cell_of(double x) { return x + 0x1.8p47; }

/* Return e^(x^2) erfc x for 0 <= x <= 26. A larger x counts as 26. */
FN dd scaled_erfc(dd x)
{
    x = choose(x.hi < 26, x, one_number(26));
    const double cell = cell_of(x.hi);
    return polynomial_of(bits_of(cell) & 1023, x, cell - 0x1.8p47);
}

/* Return erf x for 0 <= x <= 1. A larger x counts as 1. */
FN dd erf_below_1(dd x)
{
    x = choose(x.hi < 1, x, one_number(1));
    const double cell = cell_of(x.hi);
    return polynomial_of(FIRST_ERF + (bits_of(cell) & 63), x, cell - 0x1.8p47);
}

#endif
