/* doubles_pow.h - first values of x^y on vectors of binary64, for finite x other than 0 and finite
 * y.
 *
 * log2 x = k - log2 c + log2(e) (r + r^2 Q(r)) as a double-double s + low. The remainder r = m c -
 * 1 is exact. So are k - log2 c, except for a tail, and r log2(e) as a double-double. Then t = y s
 * is a double-double, bounded at 200, and 2^t comes from a table. Its polynomial needs a tiny
 * second part of t, so low is at most half an ulp of s. Error, relative: of log2 x 2^-52.5, times
 * 150 log 2 at most; of 2^t 2^-51. Together below 2^-45. Coefficients:
 * coefficients/families/constants.py.
 */
#ifndef SB_SIMD_DOUBLES_POW_H
#define SB_SIMD_DOUBLES_POW_H

#include "scalar/coefficients/constants.h"
#include "simd/doubles_functions.h"

#if SB_HAS_DECIDE_LANES

typedef struct doubles_pow_tables {
    doubles_table inverse, log2, log2_tail, power;
} doubles_pow_tables;

LANES_FN doubles_pow_tables doubles_pow_load(void)
{
    doubles_pow_tables t = {doubles_table_load(doubles_inverse), doubles_table_load(doubles_log2),
                            doubles_table_load(doubles_log2_tail),
                            doubles_table_load(doubles_power)};
    return t;
}

/* Return 2^(t + low), where |low| is far below 2^-4. t is limited to 200. */
LANES_FN doubles doubles_exp2(doubles t, doubles low, doubles_table power)
{
    const doubles magic = doubles_set(0x1.8p48), bound = doubles_set(200.0);
    __mmask8 inside = _mm512_cmp_pd_mask(_mm512_abs_pd(t), bound, _CMP_LT_OQ);
    doubles z = _mm512_max_pd(_mm512_min_pd(t, bound), doubles_set(-200.0));
    doubles shifted = doubles_add(z, magic), k = doubles_sub(shifted, magic);
    doubles r = doubles_sub(z, k);
    r = _mm512_mask_add_pd(r, inside, r, low);
    doubles entry = doubles_lookup(power, doubles_bits(shifted));
    doubles p = doubles_mul(r, DOUBLES_HORNER(doubles_exp2_slope, r));
    return _mm512_scalef_pd(doubles_fma(entry, p, entry), k);
}

LANES_FN doubles doubles_pow(doubles x, doubles y, const doubles_pow_tables *t)
{
    const doubles scale = doubles_set(SB_LOG2_INVERSE);
    doubles_reduced z = doubles_reduce(x);
    doubles r = doubles_fms(z.m, doubles_lookup(t->inverse, z.place), doubles_set(1.0));
    doubles base = doubles_add(z.k, doubles_lookup(t->log2, z.place)); /* exact */
    doubles h = doubles_mul(r, scale), low = doubles_fms(r, scale, h);
    low = doubles_fma(r, doubles_set(SB_LOG2_INVERSE_TAIL), low);
    low = doubles_add(low, doubles_lookup(t->log2_tail, z.place));
    low = doubles_fma(doubles_mul(r, h), DOUBLES_HORNER(doubles_log_rest, r), low);
    doubles sum = doubles_add(base, h);
    low = doubles_add(doubles_add(doubles_sub(base, sum), h), low);
    doubles s = doubles_add(sum, low); /* low was up to 2^-5 of the sum */
    low = doubles_add(doubles_sub(sum, s), low);
    doubles head = doubles_mul(s, y), rest = doubles_fms(s, y, head);
    return doubles_exp2(head, doubles_fma(low, y, rest), t->power);
}

/* Return x^y from v = |x|^y. Lanes with a bit in `negative` get the sign of the result, or NaN if y
 * is not an integer. */
LANES_FN doubles doubles_pow_signed(doubles v, doubles y, __mmask8 negative)
{
    const int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    doubles half = doubles_mul(y, doubles_set(0.5));
    __mmask8 whole = _mm512_cmp_pd_mask(_mm512_roundscale_pd(y, nearest), y, _CMP_EQ_OQ);
    __mmask8 even = _mm512_cmp_pd_mask(_mm512_roundscale_pd(half, nearest), half, _CMP_EQ_OQ);
    v = _mm512_mask_xor_pd(v, negative & (__mmask8)~even, v, doubles_set(-0.0));
    return _mm512_mask_mov_pd(v, negative & (__mmask8)~whole, doubles_set(__builtin_nan("")));
}

#endif
#endif
