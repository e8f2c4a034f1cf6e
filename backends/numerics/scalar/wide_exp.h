/* wide_exp.h - e^z and e^z - 1 to the accuracy of a double-double, for functions that need more
 * than exp.h.
 *
 * Method: z = k log 2 + r with |r| <= log(2)/2, k log 2 subtracted in three parts, the first two
 * exact (42 and 40 bits times 10). With C = (r/2) coth(r/2), an even function of r, e^r - 1 = r /
 * (C - r/2): one division, half the terms, and full relative accuracy near 0 at no extra cost. C is
 * a polynomial in r^2, its first six coefficients double-doubles. Then e^z - 1 = (2^k - 1) + 2^k
 * (e^r - 1). Error, relative: the polynomial 2^-104, its evaluation 2^-103 (the products are damped
 * by r^2/12), the quotient 2^-101: e^r - 1 within 2^-100. The reduced argument: 2^-97 absolute at
 * |z| = 620, and 2^-106 |z| for smaller z. Together below 2^-96 for either function. The cheaper
 * `mid` functions have one coefficient in double-double. The rest of C is below 2^-15, and its
 * error below 2^-67. Coefficients: coefficients/families/wide_exp.py and constants.py.
 */
#ifndef SB_SCALAR_WIDE_EXP_H
#define SB_SCALAR_WIDE_EXP_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/wide_exp.h"
#include "scalar/double_double.h"

/* Return C - 1, which is at most r^2 / 12, for |r| <= 0.3467. The relative error is below 2^-97, or
 * 2^-58 if not `wide` (a constant). */
SB_FN double_double half_coth_above_one(double_double r, int wide)
{
    const double (*a)[2] = half_coth_leading;
    const double *b = half_coth_rest;
    double_double w = dd_square(r), q;
    double_double c5 = {a[5][0], a[5][1]}, c4 = {a[4][0], a[4][1]}, c3 = {a[3][0], a[3][1]};
    double_double c2 = {a[2][0], a[2][1]}, c1 = {a[1][0], a[1][1]};
    double p = b[1];
    if (wide) {
        p = f64_mad(b[6], w.hi, b[5]);
        p = f64_mad(p, w.hi, b[4]);
        p = f64_mad(p, w.hi, b[3]);
        p = f64_mad(p, w.hi, b[2]);
        p = f64_mad(p, w.hi, b[1]);
    }
    p = f64_mad(p, w.hi, b[0]);
    if (wide) {
        q = dd_fast_two_sum(c5.hi, f64_mad(p, w.hi, c5.lo));
        q = dd_fast_sum(c4, dd_product(q, w));
        q = dd_fast_sum(c3, dd_product(q, w));
        q = dd_fast_sum(c2, dd_product(q, w));
        q = dd_fast_sum(c1, dd_product(q, w));
    } else {
        p = f64_mad(f64_mad(f64_mad(p, w.hi, c5.hi), w.hi, c4.hi), w.hi, c3.hi);
        q = dd_fast_two_sum(c1.hi, f64_mad(f64_mad(p, w.hi, c2.hi), w.hi, c1.lo));
    }
    return dd_product(q, w);
}

/* Return e^r - 1, for |r| <= 0.3467. The relative error is below 2^-100, or 2^-66 if not `wide` (a
 * constant). */
SB_FN double_double expm1_reduced(double_double r, int wide)
{
    double_double c = dd_fast_sum(dd_of(1.0), half_coth_above_one(r, wide));
    return dd_quotient(r, dd_fast_sum(c, dd_scaled(r, -0.5)));
}

SB_FN double_double wide_expm1_reduced(double_double r) { return expm1_reduced(r, 1); }

/* Split z = k log 2 + r, for |z| <= 620. Return r, and write 2^k to *power. r is right even for |z|
 * <= 1400. */
SB_FN double_double wide_exp_reduce(double_double z, double *power)
{
    double shifted = f64_mad(z.hi, SB_LOG2_INVERSE, 0x1.8p52), k = shifted - 0x1.8p52;
    double_double head = dd_two_sum(z.hi - k * SB_LOG2_HIGH, -k * SB_LOG2_MIDDLE);
    *power = f64_from_bits((f64_to_bits(shifted) + 1023) << 52);
    return dd_sum(head, dd_two_sum(z.lo, -k * SB_LOG2_LAST));
}

/* Return z with its magnitude limited to 620. There e^z is 2^-894 or 2^894, outside of every format
 * below f64, and lo is not yet subnormal. A NaN becomes a limit, too. */
SB_FN double_double wide_exp_clamp(double_double z)
{
    uint64_t inside = mask_below(f64_abs(z.hi), 620.0);
    double_double bound = {f64_with_sign(620.0, z.hi), 0.0};
    return dd_select(inside, z, bound);
}

SB_FN double_double exp_to(double_double z, int wide)
{
    double power;
    double_double r = wide_exp_reduce(wide_exp_clamp(z), &power);
    return dd_scaled(dd_fast_sum(dd_of(1.0), expm1_reduced(r, wide)), power);
}

SB_FN double_double expm1_to(double_double z, int wide)
{
    double power;
    double_double r = wide_exp_reduce(wide_exp_clamp(z), &power);
    return dd_sum(dd_two_sum(power, -1.0), dd_scaled(expm1_reduced(r, wide), power));
}

/* Return e^z. z is limited, see wide_exp_clamp. e^0 is exactly 1 (lo = 0). */
SB_FN double_double wide_exp(double_double z) { return exp_to(z, 1); }

/* Return e^z - 1, with full relative accuracy near 0. z is limited, see wide_exp_clamp. */
SB_FN double_double wide_expm1(double_double z) { return expm1_to(z, 1); }

/* Return e^z or e^z - 1 with a relative error of 2^-65, which is enough for every function of one
 * binary32 operand. */
SB_FN double_double mid_exp(double_double z) { return exp_to(z, 0); }

SB_FN double_double mid_expm1(double_double z) { return expm1_to(z, 0); }

#endif
