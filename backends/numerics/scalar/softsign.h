/* softsign.h - softsign(x) = x / (1 + |x|) and its derivative 1 / (1 + |x|)^2, rounded to odd.
 *
 * Method: 1 + |x| is an exact double-double; quotients of double-doubles with their remainders.
 * Near 0, x - x |x| and 1 - 2 |x|; towards infinity the sign of lo is still right. Error: relative
 * 2^-100. softsign and its derivative are binary fractions only at 2^k - 1.
 */
#ifndef SB_SCALAR_SOFTSIGN_H
#define SB_SCALAR_SOFTSIGN_H

#include "scalar/double_double.h"

/* Return 1 + |x|. An infinity is replaced by 2^128. */
SB_FN double_double softsign_divisor(double x)
{
    return dd_two_sum(1.0, f64_lesser(f64_abs(x), 0x1p128));
}

SB_FN double softsign_to_odd(double x)
{
    double_double size = dd_of(f64_lesser(f64_abs(x), 0x1p128));
    double y = dd_round_to_odd(dd_quotient(size, softsign_divisor(x)));
    return f64_select(mask_nan(x), x, f64_with_sign(y, x));
}

SB_FN double softsign_derivative_to_odd(double x)
{
    double_double square = dd_square(softsign_divisor(x));
    return f64_select(mask_nan(x), x, dd_round_to_odd(dd_quotient(dd_of(1.0), square)));
}

/* Return softsign or its derivative in binary64; relative error below 2^-51. softsign of an
 * infinity is left undecided. */
SB_FN double softsign_quick(double x) { return x / (1.0 + f64_abs(x)); }

SB_FN double softsign_derivative_quick(double x)
{
    double d = 1.0 + f64_abs(x);
    return 1.0 / (d * d);
}

#endif
