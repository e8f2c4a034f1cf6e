/* quick_exp.h - exponentials in binary64: first values for the rounding test of decide.h.
 *
 * Method: x = k u + r, u = log 2, 1 or log10(2), |r| <= u/2; a polynomial in r; 2^k by the exponent
 * field. sinh and cosh: r = x - k log 2 for x without sign; sinh(k log 2) and cosh(k log 2) are
 * exact, and the addition theorems need even and odd polynomials only, and no division. Error,
 * relative: polynomials 2^-46.5 or less of the result, roundings 2^-50; expm1 and sinh lose at most
 * two bits where 2^k - 1 and the rest have opposite signs (k = -1, 1). Together below 2^-45.
 * Arguments are clamped where the result rounds to a limit in every format below f64. NaN gives
 * NaN. Coefficients: coefficients/families/quick_exp.py and constants.py.
 */
#ifndef SB_SCALAR_QUICK_EXP_H
#define SB_SCALAR_QUICK_EXP_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/quick_exp.h"
#include "scalar/portable.h"

#define SB_ROUNDER 0x1.8p52 /* x + SB_ROUNDER - SB_ROUNDER rounds x to the nearest integer */

/* Return 2^k from k + SB_ROUNDER. The low bits of the sum are k in two's complement. */
SB_FN double power_from_shifted(double shifted)
{
    return f64_from_bits((f64_to_bits(shifted) + 1023) << 52);
}

/* Return x with its magnitude limited to `bound`. A NaN gives NaN. */
SB_FN double quick_clamp(double x, double bound)
{
    double size = f64_abs(x);
    return f64_with_sign(size > bound ? bound : size, x);
}

SB_FN double quick_slope(const double *c, double r)
{
    double p = c[9];
    p = f64_mad(p, r, c[8]);
    p = f64_mad(p, r, c[7]);
    p = f64_mad(p, r, c[6]);
    p = f64_mad(p, r, c[5]);
    p = f64_mad(p, r, c[4]);
    p = f64_mad(p, r, c[3]);
    p = f64_mad(p, r, c[2]);
    p = f64_mad(p, r, c[1]);
    return f64_mad(p, r, c[0]);
}

SB_FN double exp2_quick(double x)
{
    double z = quick_clamp(x, 200.0), shifted = z + SB_ROUNDER, r = z - (shifted - SB_ROUNDER);
    double power = power_from_shifted(shifted);
    return f64_mad(power * r, quick_slope(quick_exp2, r), power);
}

SB_FN double exp10_quick(double x)
{
    double z = quick_clamp(x, 60.0);
    double shifted = f64_mad(z, SB_LOG10_OF_2_INVERSE, SB_ROUNDER), k = shifted - SB_ROUNDER;
    double r = (z - k * SB_LOG10_OF_2_HIGH) - k * SB_LOG10_OF_2_LOW;
    double power = power_from_shifted(shifted);
    return f64_mad(power * r, quick_slope(quick_exp10, r), power);
}

SB_FN double expm1_quick(double x)
{
    const double *c = quick_expm1;
    double z = quick_clamp(x, 110.0);
    double shifted = f64_mad(z, SB_LOG2_INVERSE, SB_ROUNDER), k = shifted - SB_ROUNDER;
    double r = (z - k * SB_LOG2_HIGH) - k * SB_LOG2_LOW;
    double power = power_from_shifted(shifted), p = c[8];
    p = f64_mad(p, r, c[7]);
    p = f64_mad(p, r, c[6]);
    p = f64_mad(p, r, c[5]);
    p = f64_mad(p, r, c[4]);
    p = f64_mad(p, r, c[3]);
    p = f64_mad(p, r, c[2]);
    p = f64_mad(p, r, c[1]);
    p = f64_mad(p, r, c[0]);
    return f64_with_sign(f64_mad(power, f64_mad(r * r, p, r), power - 1.0), x);
}

typedef struct quick_hyperbolic {
    double sinh, cosh;             /* sinh r and cosh r */
    double sinh_whole, cosh_whole; /* sinh and cosh of k log 2, exact to 2^-53 */
} quick_hyperbolic;

/* Split size >= 0, which is limited to 110. */
SB_FN quick_hyperbolic quick_hyperbolic_parts(double size)
{
    const double *s = quick_sinh, *c = quick_cosh;
    quick_hyperbolic y;
    double z = size > 110.0 ? 110.0 : size;
    double shifted = f64_mad(z, SB_LOG2_INVERSE, SB_ROUNDER), k = shifted - SB_ROUNDER;
    double r = (z - k * SB_LOG2_HIGH) - k * SB_LOG2_LOW, w = r * r;
    double up = f64_from_bits((f64_to_bits(shifted) + 1022) << 52);
    double down = f64_from_bits((1022 - f64_to_bits(shifted)) << 52);
    double p = f64_mad(f64_mad(f64_mad(s[3], w, s[2]), w, s[1]), w, s[0]);
    double q = f64_mad(f64_mad(f64_mad(f64_mad(c[4], w, c[3]), w, c[2]), w, c[1]), w, c[0]);
    y.sinh = f64_mad(w * r, p, r);
    y.cosh = f64_mad(w, q, 1.0);
    y.sinh_whole = up - down;
    y.cosh_whole = up + down;
    return y;
}

SB_FN double sinh_quick(double x)
{
    quick_hyperbolic h = quick_hyperbolic_parts(f64_abs(x));
    return f64_with_sign(f64_mad(h.sinh, h.cosh_whole, h.cosh * h.sinh_whole), x);
}

SB_FN double cosh_quick(double x)
{
    quick_hyperbolic h = quick_hyperbolic_parts(f64_abs(x));
    return f64_mad(h.sinh, h.sinh_whole, h.cosh * h.cosh_whole);
}

#endif
