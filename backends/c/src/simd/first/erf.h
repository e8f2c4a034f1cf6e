/* erf.h - erf x on vectors of binary64: the first stage.
 *
 * Method: expansions about j 25/64, j = 0 .. 15, at a distance u, exact and |u| <= 25/128. The
 * first four terms are kept in two numbers each, and the others are u^4 p(u). The first term is 0
 * or more than twice the second, and each is more than the next. So the rounding errors of the sums
 * are computed exactly. From 6 on the result is 1 minus 2^-55.
 *
 * Error, in units of 2^-53 u^4: u^4 has 3 roundings and p two, of 0.17: 0.9; the coefficients 0.2;
 * lo 0.1, and 0.1 for the test: the bound 1.375 exceeds the sum. The fit has an error of 2^-65 of
 * the result; the bound uses twice that, 2^-64.
 */
#ifndef SB_SIMD_FIRST_ERF_H
#define SB_SIMD_FIRST_ERF_H

#include "scalar/coefficients/first_erf.h"
#include "simd/first/decided.h"

#if SB_HAS_DOUBLES

#define FIRST_ERF_ERROR 0x1.6p-53 /* relative to u^4 */

typedef struct first_erf_tables {
    doubles_columns group[5];
} first_erf_tables;

LANES_FN first_erf_tables first_erf_load(void)
{
    first_erf_tables t;
    LANES_UNROLL
    for (int i = 0; i < 5; i++) t.group[i] = doubles_columns_load(first_erf_terms[i]);
    return t;
}

LANES_FN first_value first_erf(doubles x, const first_erf_tables *t)
{
    const doubles magic = doubles_set(0x1.8p52);
    const doubles size = doubles_min(doubles_abs(x), doubles_set(6.0));
    const doubles shifted = doubles_fma(size, doubles_set(2.56), magic);
    const doubles k = doubles_sub(shifted, magic);
    const doubles_place at = doubles_place_of(doubles_bits(shifted));
    const doubles u = doubles_fnma(k, doubles_set(25.0 / 64), size);
    const doubles square = doubles_mul(u, u), square_low = doubles_fms(u, u, square);
    const doubles cube = doubles_mul(square, u);
    const doubles cube_low = doubles_fma(square_low, u, doubles_fms(square, u, cube));
    doubles c[20];
    LANES_UNROLL
    for (int i = 0; i < 5; i++) doubles_columns_lookup(&t->group[i], at, c + 4 * i);
    const doubles p = doubles_halves(c + 8, 12, u);
    doubles low = c[7];
    LANES_UNROLL
    for (int i = 5; i >= 1; i -= 2) low = doubles_fma(low, u, c[i]);
    const doubles linear = doubles_fma(c[2], u, c[0]);
    low = doubles_add(low, doubles_fma(c[2], u, doubles_sub(c[0], linear)));
    const doubles bend = doubles_mul(c[4], square);
    low = doubles_add(low, doubles_fma(c[4], square_low, doubles_fms(c[4], square, bend)));
    const doubles third = doubles_mul(c[6], cube);
    low = doubles_add(low, doubles_fma(c[6], cube_low, doubles_fms(c[6], cube, third)));
    const doubles small = doubles_add(bend, third), hi = doubles_add(linear, small);
    low = doubles_add(low, doubles_sub(third, doubles_sub(small, bend)));
    low = doubles_add(low, doubles_sub(small, doubles_sub(hi, linear)));
    const doubles fourth = doubles_mul(square, square), lo = doubles_fma(fourth, p, low);
    const doubles reach =
        doubles_fma(fourth, doubles_set(FIRST_ERF_ERROR), doubles_mul(hi, doubles_set(0x1p-64)));
    const doubles_mask within = doubles_below(doubles_set(0x1p-900), doubles_abs(x));
    first_value f = first_decided(hi, lo, reach, within);
    const doubles_int sign = doubles_int_and(doubles_bits(x), doubles_int_set(INT64_MIN));
    f.v = doubles_of_bits(doubles_int_or(doubles_bits(f.v), sign));
    return f;
}
#endif
#endif
