/* exp2_exp10_expm1.h - exp2, exp10 and expm1 rounded to odd.
 *
 * Method: e^z of wide_exp.h to 2^-65, with z = x log 2 or x log 10 as a double-double; exp2 splits
 * off the integer first, so that powers of two are exact (2^-150 is a tie). 10^n, n = 0 .. 22, is a
 * binary64 number: lo = 0 there (10^2 is a tie in f8e4m3fn). expm1 near 0 is (x, x^2/2). Error,
 * relative: 2^-65. The hardest binary32 cases: exp2 2^-58.9, exp10 2^-53.9, expm1 2^-52.8.
 * Coefficients: coefficients/families/constants.py.
 */
#ifndef SB_SCALAR_EXP2_EXP10_EXPM1_H
#define SB_SCALAR_EXP2_EXP10_EXPM1_H

#include "scalar/coefficients/constants.h"
#include "scalar/wide_exp.h"

SB_FN double exp2_to_odd(double x)
{
    const double_double log2 = {SB_LOG2, SB_LOG2_TAIL};
    double z = f64_with_sign(f64_lesser(f64_abs(x), 200.0), x);
    double shifted = z + 0x1.8p52, r = z - (shifted - 0x1.8p52);
    double power = f64_from_bits((f64_to_bits(shifted) + 1023) << 52);
    double_double e = expm1_reduced(dd_times_double(log2, r), 0);
    double y = dd_round_to_odd(dd_scaled(dd_fast_sum(dd_of(1.0), e), power));
    return f64_select(mask_nan(x), x, y);
}

SB_FN double exp10_to_odd(double x)
{
    const double_double log10 = {SB_LOG10, SB_LOG10_TAIL};
    double z = f64_with_sign(f64_lesser(f64_abs(x), 60.0), x);
    double_double y = mid_exp(dd_times_double(log10, z));
    uint64_t fraction = mask_nonzero(z - ((z + 0x1.8p52) - 0x1.8p52));
    uint64_t exact = ~fraction & ~mask_sign(z) & mask_below(z, 22.5);
    y.lo = f64_select(exact, 0.0, y.lo);
    return f64_select(mask_nan(x), x, dd_round_to_odd(y));
}

SB_FN double expm1_to_odd(double x)
{
    double y = dd_round_to_odd(mid_expm1(dd_of(x)));
    return f64_select(mask_nan(x) | ~mask_nonzero(x), x, y);
}

#endif
