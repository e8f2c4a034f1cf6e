/* activation_exp.h - e^z and e^z - 1 in binary64, the quick stage of activation functions.
 *
 * Method: z = k log 2 + r, with k log 2 in two parts; the first is exact (45 bits times
 * 10); e^r - 1 = r + r^2 P(r). Error: 2^-45.5 relative to r^2 P, so 2^-49 relative to e^z. e^z - 1
 * = (2^k - 1) + 2^k (e^r - 1) loses at most one bit (k = -1), and no bit near 0. Operands must be
 * at most 700 in magnitude. A NaN gives NaN. Coefficients: coefficients/families/activations.py and
 * constants.py.
 */
#ifndef SB_SCALAR_ACTIVATION_EXP_H
#define SB_SCALAR_ACTIVATION_EXP_H

#include "scalar/coefficients/activations.h"
#include "scalar/coefficients/constants.h"
#include "scalar/polynomial.h"

/* Return the minimum or the maximum of x and a bound. If x is NaN, it is returned. */
SB_FN double at_most(double x, double bound) { return x > bound ? bound : x; }

SB_FN double at_least(double x, double bound) { return x < bound ? bound : x; }

/* Return x, or +-2^128 for an infinity. Both give the same rounded results in every format. */
SB_FN double activation_operand(double x)
{
    return f64_with_sign(f64_lesser(f64_abs(x), 0x1p128), x);
}

/* Return e^r - 1, and write 2^k to *power. */
SB_FN double activation_expm1_reduced(double z, double *power)
{
    double shifted = f64_mad(z, SB_LOG2_INVERSE, 0x1.8p52), k = shifted - 0x1.8p52;
    double r = f64_mad(k, -SB_LOG2_LOW, f64_mad(k, -SB_LOG2_HIGH, z));
    *power = f64_from_bits((f64_to_bits(shifted) + 1023) << 52);
    return f64_mad(r * r, polynomial(activation_expm1_rest, 9, r), r);
}

SB_FN double activation_exp(double z)
{
    double power, p = activation_expm1_reduced(z, &power);
    return f64_mad(p, power, power);
}

/* Return e^z - 1. A result of zero may have either sign. */
SB_FN double activation_expm1(double z)
{
    double power, p = activation_expm1_reduced(z, &power);
    return f64_mad(p, power, power - 1.0);
}

#endif
