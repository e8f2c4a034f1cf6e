/* sine.h - sin x and cos x on vectors of binary64: the first stage.
 *
 * Method: x = k pi/16 + r + rest, |r| < 0.0983. With S = sin(j pi/16), C = cos(j pi/16) of j = k
 * modulo 16, each in two numbers, sin x = (S + C r - S r^2/2) + C r^3 p + S r^4 q + rest cos x,
 * except for the sign. pi/16 is split into 32 and 32 bits and a rest, so that k, below 2^20, times
 * these is exact; x minus the first product is exact too. S is 0 or more than twice |C r|, and S
 * r^2/2 is less than the sum of both. So the rounding errors of the sums are computed exactly.
 *
 * Error, in units of 2^-53 |C r^3|: C r^3 has 3 roundings and p one and 2^-53.5 of the fit, of a
 * sixth: 0.8; the sums 0.25, and 0.2 for the test: the bound of 2 units is more. S r^4 q: 2^-68 of
 * a result that is above 1/4, or with r < 0.0983 less than a tenth of the units above. rest: below
 * 2^-54 |r| + 2^-69 |k|, times 2^-12.5, the error of its factor; the bound 2^-80 |k| is more, and
 * 2^-64 of the result.
 */
#ifndef SB_SIMD_FIRST_SINE_H
#define SB_SIMD_FIRST_SINE_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/first_sine.h"
#include "simd/first/decided.h"

#if SB_HAS_DOUBLES

#define FIRST_SINE_ERROR 0x1p-52      /* relative to |C r^3| */
#define FIRST_SINE_TURN_ERROR 0x1p-80 /* relative to |k| */

typedef doubles_columns first_sin_tables;

LANES_FN first_sin_tables first_sin_load(void) { return doubles_columns_load(first_sine_row); }

/* Compute sin(x + turned pi/16). */
LANES_FN first_value first_sine_of(doubles x, int turned, const first_sin_tables *t)
{
    const doubles magic = doubles_set(0x1.8p52);
    const doubles shifted = doubles_fma(x, doubles_set(8 * SB_TWO_OVER_PI), magic);
    const doubles k = doubles_sub(shifted, magic);
    const doubles_int n = doubles_int_add(doubles_bits(shifted), doubles_int_set(turned));
    const doubles_place at = doubles_place_of(n);
    doubles row[4];
    doubles_columns_lookup(t, at, row);
    const doubles s = row[0], c = row[2];
    const doubles first = doubles_fnma(k, doubles_set(SB_PI_HIGH / 16), x);
    const doubles r = doubles_fnma(k, doubles_set(SB_PI_MIDDLE / 16), first);
    const doubles missed = doubles_fnma(k, doubles_set(SB_PI_MIDDLE / 16), doubles_sub(first, r));
    const doubles rest = doubles_fnma(k, doubles_set(SB_PI_LAST / 16), missed);
    const doubles square = doubles_mul(r, r), low = doubles_fms(r, r, square);
    const doubles linear = doubles_fma(c, r, s),
                  linear_low = doubles_fma(c, r, doubles_sub(s, linear));
    const doubles half = doubles_mul(s, doubles_set(-0.5)), bend = doubles_mul(half, square);
    const doubles bend_low = doubles_fma(half, low, doubles_fms(half, square, bend));
    const doubles hi = doubles_add(linear, bend);
    const doubles sum_low = doubles_sub(bend, doubles_sub(hi, linear));
    const doubles cube = doubles_mul(c, doubles_mul(square, r));
    const doubles fourth = doubles_mul(s, doubles_mul(square, square));
    const doubles p = doubles_horner(first_sine_cubic, 4, square);
    const doubles q = doubles_horner(first_cosine_fourth, 4, square);
    const doubles flat = doubles_fma(square, doubles_set(-0.5), doubles_set(1.0)); /* near cos r */
    const doubles slope = doubles_fnma(s, r, doubles_mul(c, flat));                /* near cos x */
    doubles lo = doubles_mul(row[3], r);
    lo = doubles_fma(row[1], flat, lo);
    lo = doubles_fma(rest, slope, doubles_add(lo, bend_low));
    lo = doubles_add(lo, doubles_add(linear_low, sum_low));
    lo = doubles_add(lo, doubles_fma(cube, p, doubles_mul(fourth, q)));
    const doubles size = doubles_fma(doubles_abs(k), doubles_set(FIRST_SINE_TURN_ERROR),
                                     doubles_mul(doubles_abs(hi), doubles_set(0x1p-64)));
    const doubles reach = doubles_fma(doubles_abs(cube), doubles_set(FIRST_SINE_ERROR), size);
    const doubles_mask within = doubles_both(doubles_below(doubles_set(0.0), doubles_abs(x)),
                                             doubles_below(doubles_abs(x), doubles_set(0x1p17)));
    first_value f = first_decided(hi, lo, reach, within);
    const doubles_int sign =
        doubles_int_and(doubles_int_shift_left(n, 59), doubles_int_set(INT64_MIN));
    f.v = doubles_of_bits(doubles_int_xor(doubles_bits(f.v), sign));
    return f;
}
LANES_FN first_value first_sin(doubles x, const first_sin_tables *t)
{
    return first_sine_of(x, 0, t);
}

#define first_cos_tables first_sin_tables
#define first_cos_load first_sin_load
LANES_FN first_value first_cos(doubles x, const first_cos_tables *t)
{
    return first_sine_of(x, 8, t);
}

#endif
#endif
