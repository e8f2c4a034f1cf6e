/* activation_exp.h - e^z and e^z - 1 in binary64, the quick stage of activations.
 *
 * Method: z = k log 2 + r, k log 2 in two parts, the first exact (45 bits times 10); e^r - 1 = r +
 * r^2 P(r). Error: relative 2^-45.5 of r^2 P, so 2^-49 of e^z. e^z - 1 = (2^k - 1) + 2^k (e^r - 1)
 * loses at most a bit (k = -1), and no bit near 0. Operands are at most 700 in magnitude. A NaN
 * gives NaN. Coefficients: coefficients/families/activations.py and constants.py.
 */
#ifndef SB_SCALAR_ACTIVATION_EXP_H
#define SB_SCALAR_ACTIVATION_EXP_H

#include "scalar/coefficients/activations.h"
#include "scalar/coefficients/constants.h"
#include "scalar/polynomial.h"

/* Return the minimum or maximum of x and a bound. A NaN x is returned. */
SB_FN double at_most(double x, double bound) { return x > bound ? bound : x; }

SB_FN double at_least(double x, double bound) { return x < bound ? bound : x; }

/* Return x, with an infinity replaced by 2^128. Every format rounds the results to the same
 * numbers. */
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
