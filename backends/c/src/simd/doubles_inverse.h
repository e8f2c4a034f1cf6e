/* doubles_inverse.h - first values of the inverse error function on vectors of binary64.
 *
 * Method: w = -log(1 - x^2), and erfinv(x) = x F(w). F is given by 16 polynomials about the middles
 * of equal intervals of w up to 16.64 (1 - |x| = 2^-25). This follows Giles, "Approximating the
 * erfinv function" (2010), who has one polynomial in w and one in its root.
 * Error, relative: F 2^-46, w 2^-47 times a condition number below 1/2.
 */
#ifndef SB_SIMD_DOUBLES_INVERSE_H
#define SB_SIMD_DOUBLES_INVERSE_H

#include "simd/doubles_functions.h"

#if SB_HAS_DECIDE_LANES

typedef struct doubles_inverse_tables {
    doubles_table inverse, log;
} doubles_inverse_tables;

LANES_FN doubles_inverse_tables doubles_inverse_load(void)
{
    doubles_inverse_tables t = {doubles_table_load(doubles_inverse),
                                doubles_table_load(doubles_log)};
    return t;
}

/* Return erfinv(x) from x, x^2 and rest = 1 - x^2. The bit in *inside is cleared for lanes beyond
 * the end or the domain, and for NaN. If rest is near 1, x^2 has the bits that rest has lost. */
LANES_FN doubles doubles_erfinv(doubles x, doubles square, doubles rest,
                                const doubles_inverse_tables *t, __mmask8 *inside)
{
    doubles_reduced y = doubles_reduce(rest);
    doubles r = doubles_fms(y.m, doubles_lookup(t->inverse, y.place), doubles_set(1.0));
    __mmask8 near = _mm512_cmp_pd_mask(square, doubles_set(0x1p-7), _CMP_LT_OQ);
    r = _mm512_mask_sub_pd(r, near, doubles_set(0.0), square);
    doubles log = doubles_log_of(y, r, t->log); /* -w */
    *inside = _mm512_mask_cmp_pd_mask(*inside, rest, doubles_set(DOUBLES_INVERSE_END), _CMP_GT_OQ);
    doubles place = doubles_fma(log, doubles_set(-1 / DOUBLES_INVERSE_STEP), doubles_set(-0.5));
    doubles shifted = doubles_add(place, doubles_set(0x1.8p52));
    __m512i j = doubles_bits(shifted);
    doubles s = doubles_sub(place, doubles_sub(shifted, doubles_set(0x1.8p52)));
    enum { COUNT = (int)(sizeof doubles_inverse_erf / sizeof *doubles_inverse_erf) };
    doubles part[COUNT];
    _Pragma("GCC unroll 16") for (int i = 0; i < COUNT; i++) part[i] =
        doubles_lookup(doubles_table_load(doubles_inverse_erf[i]), j);
    return doubles_mul(x, doubles_halves(part, COUNT, s));
}

#endif
#endif
