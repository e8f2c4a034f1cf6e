/* erf.h - erf x on vectors of binary64: the first stage.
 *
 * Method: expansions about j 25/64, j = 0 .. 15, at a distance u, exact and |u| <= 25/128; the
 * first four terms are kept in two numbers each, the others are u^4 p(u). The first term is 0 or
 * more than twice the second, and each is more than the next, so that what rounding takes from the
 * sums is exact. From 6 on the result is 1 less 2^-55.
 *
 * Error, in units of 2^-53 u^4: u^4 has 3 roundings and p one, of 0.17: 0.7; the coefficients 0.2;
 * lo 0.1, and 0.1 for the test: 1.25 are more. The fit has 2^-65 of the result; 2^-64 are twice.
 */
#ifndef SB_SIMD_FIRST_ERF_H
#define SB_SIMD_FIRST_ERF_H

#include "scalar/coefficients/first_erf.h"
#include "simd/first/decided.h"

#if SB_HAS_DOUBLES

#define FIRST_ERF_ERROR 0x1.4p-53 /* of u^4 */

typedef struct first_erf_tables {
    doubles_table c[20];
} first_erf_tables;

LANES_FN first_erf_tables first_erf_load(void)
{
    first_erf_tables t;
    LANES_UNROLL
    for (int i = 0; i < 20; i++) t.c[i] = doubles_table_load(first_erf_terms[i]);
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
    doubles p = doubles_lookup(t->c[19], at);
    LANES_UNROLL
    for (int i = 18; i >= 8; i--) p = doubles_fma(p, u, doubles_lookup(t->c[i], at));
    doubles low = doubles_lookup(t->c[7], at);
    LANES_UNROLL
    for (int i = 5; i >= 1; i -= 2) low = doubles_fma(low, u, doubles_lookup(t->c[i], at));
    const doubles c0 = doubles_lookup(t->c[0], at), c1 = doubles_lookup(t->c[2], at);
    const doubles linear = doubles_fma(c1, u, c0);
    low = doubles_add(low, doubles_fma(c1, u, doubles_sub(c0, linear)));
    const doubles c2 = doubles_lookup(t->c[4], at), bend = doubles_mul(c2, square);
    low = doubles_add(low, doubles_fma(c2, square_low, doubles_fms(c2, square, bend)));
    const doubles c3 = doubles_lookup(t->c[6], at), third = doubles_mul(c3, cube);
    low = doubles_add(low, doubles_fma(c3, cube_low, doubles_fms(c3, cube, third)));
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
