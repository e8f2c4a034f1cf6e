/* piecewise.h - hardsigmoid, hardswish and its derivative, and leaky_relu, rounded to odd, and in
 * binary64. Functions whose results are operands or constants are in steps.h.
 *
 * Method: every value is an operand, a product of 24 by 24 bits (exact in binary64), or a quotient
 * by 6 of an exact double-double. The quotient is the quotient of hi plus the exact remainder,
 * whose sign is never lost. Error: only the rounding of lo, so lo = 0 exactly if the value is hi.
 * hardswish is x/2 + x^2/6 near 0: half of an odd subnormal is a tie that lo breaks. At a kink the
 * derivative is the one that SPEC.md states with each op. NaN gives NaN. Coefficients:
 * coefficients/families/constants.py.
 */
#ifndef SB_SCALAR_PIECEWISE_H
#define SB_SCALAR_PIECEWISE_H

#include "scalar/coefficients/constants.h"
#include "scalar/double_double.h"

/* Return (hi + lo) / 6 rounded to odd, for an exact double-double. */
SB_FN double sixth_to_odd(double_double x)
{
    double q = x.hi / 6.0;
    double_double back = dd_two_product(q, 6.0);
    double rest = ((x.hi - back.hi) - back.lo) + x.lo;
    return dd_round_to_odd(dd_fast_two_sum(q, rest * SB_SIXTH));
}

/* Return x between the kinks -3 and 3, and 0 elsewhere, so that the arithmetic below stays finite.
 */
SB_FN double inside_three(double x) { return x > -3.0 && x < 3.0 ? x : 0.0; }

SB_FN double leaky_relu_to_odd(double x, double slope) { return x > 0.0 ? x : slope * x; }

SB_FN double hardsigmoid_to_odd(double x)
{
    double y = sixth_to_odd(dd_two_sum(3.0, inside_three(x)));
    y = x <= -3.0 ? 0.0 : y;
    y = x >= 3.0 ? 1.0 : y;
    return x != x ? x : y;
}

/* Return x (x + 3) / 6. At least one of the two lower terms below is zero. */
SB_FN double hardswish_to_odd(double x)
{
    double z = inside_three(x);
    double_double n = dd_two_sum(3.0, z), p = dd_two_product(z, n.hi);
    p.lo += z * n.lo;
    double y = sixth_to_odd(p);
    y = x <= -3.0 ? -0.0 : y;
    y = x >= 3.0 ? x : y;
    return x == 0.0 || x != x ? x : y;
}

SB_FN double hardswish_derivative_to_odd(double x)
{
    double y = sixth_to_odd(dd_two_sum(3.0, 2.0 * inside_three(x)));
    y = x <= -3.0 ? 0.0 : y;
    y = x >= 3.0 ? 1.0 : y;
    return x != x ? x : y;
}

/* The same functions in binary64, with a product instead of the quotient by 6; relative error below
 * 2^-51.
 *
 * hardsigmoid and hardswish' are rounded to binary32, since a sixth of the operands give results so
 * near to a midpoint, or on it, that a rounding test cannot decide. That is right: n = 3 + x or 3 +
 * 2 x is exact for |x| >= 2^-26, n / 6 is a midpoint M or at least 2^-50 away from it (6 M and n
 * are multiples of 2^-48), the product has an error below 2^-53, and it is M if n = 6 M, for the
 * constant is 1/6 (1 - 2^-54). For smaller |x| no midpoint is near 1/2 + x/6 or x/3.
 */
SB_FN double hardsigmoid_quick(double x)
{
    double y = x + 3.0;
    y = y < 0.0 ? 0.0 : y;
    return x >= 3.0 ? 1.0 : (double)(float)(y * SB_SIXTH);
}

SB_FN double hardswish_quick(double x)
{
    double z = x < -3.0 ? -3.0 : x, y = z * (z + 3.0) * SB_SIXTH;
    return x >= 3.0 ? x : y;
}

SB_FN double hardswish_derivative_quick(double x)
{
    double y = (double)(float)((2.0 * x + 3.0) * SB_SIXTH);
    y = x <= -3.0 ? 0.0 : y;
    return x >= 3.0 ? 1.0 : y;
}

#endif
