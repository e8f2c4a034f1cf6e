/* activation_exp.h - e^z and e^z - 1 in binary64, the quick stage of activations.
 *
 * Method: z = k log 2 + r, k log 2 in two parts, the first exact (45 bits times 10); e^r - 1 = r +
 * r^2 P(r). Error: relative 2^-45.5 of r^2 P, so 2^-49 of e^z; e^z - 1 = (2^k - 1) + 2^k (e^r - 1)
 * loses at most a bit (k = -1), and nothing near 0. Operands at most 700 in size; a NaN stays one.
 * Coefficients: coefficients/families/activations.py and constants.py.
 */
#ifndef SB_SCALAR_ACTIVATION_EXP_H
#define SB_SCALAR_ACTIVATION_EXP_H

#include "scalar/coefficients/activations.h"
#include "scalar/coefficients/constants.h"
#include "scalar/polynomial.h"

/* min and max that keep a NaN x. */
SB_FN double at_most(double x, double bound) { return x > bound ? bound : x; }

SB_FN double at_least(double x, double bound) { return x < bound ? bound : x; }

/* x, an infinity as 2^128: every format rounds the results alike. */
SB_FN double activation_operand(double x)
{
    return f64_with_sign(f64_lesser(f64_abs(x), 0x1p128), x);
}

/* e^r - 1, and 2^k in *power. */
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

/* At a zero, a zero of no particular sign. */
SB_FN double activation_expm1(double z)
{
    double power, p = activation_expm1_reduced(z, &power);
    return f64_mad(p, power, power - 1.0);
}

#endif
