/* rare_logaddexp_f64.h - log(e^x + e^y) of operands of binary64 that log_f64.h leaves undecided.
 *
 * The larger operand M is the result in two cases. Either the other is smaller by 600 or more, so
 * that e^-600 < 2^-865 is below 2^-165 of |M| >= 2^-700. Or |M| >= 2^300, so that log 2 is below
 * 2^-300 of it. Near zero results, for x and y in -88 .. 0, both terms cancel. e^x is 2^-k e^r with
 * r = k log 2 - |x| in 0 .. 0.71, in units of 2^-126 (r: 2^-128). The series has 31 terms, which
 * leave 2^-127. The terms from r^20 on, times 2^60, are in words of 64 bits, whose 8 units of
 * 2^-122 are 2^-128 times r^20. Each other step adds 3.5 units, and the next steps multiply them by
 * r. So e^r has an error of 12.7 units and by the error of r: 2^-127 k and 2^-126. That, divided by
 * 2^k, is less than 14 e^x units, so u = e^x + e^y - 1, for |u| < 1/64, has an error of 17 units,
 * which is less than 2^-121.9. Where |u| < 2^-57 the operands are left undecided: u is right to
 * 2^-64.9, and so is log(1 + u), 2^-64.8 (wide_log.h). Coefficients:
 * coefficients/families/fixed_exp.py.
 */
#ifndef SB_SCALAR_RARE_LOGADDEXP_F64_H
#define SB_SCALAR_RARE_LOGADDEXP_F64_H

#include "scalar/coefficients/fixed_exp.h"
#include "scalar/fixed_f64.h"
#include "scalar/log_f64.h"
#include "scalar/scaled_f64.h"

#define SB_LOGADDEXP_RARE_F64_ERROR 0x1p-63

SB_FN fixed_f64 fixed_constant(const uint64_t *words)
{
    fixed_f64 y = {words[0], words[1]};
    return y;
}

/* Return e^-t in units of 2^-126, for 0 < t <= 88. */
SB_FN fixed_f64 fixed_exp_f64(double t)
{
    double k = (t * SB_LOG2_INVERSE + 0.51) + 0x1.8p52;
    uint64_t turns = f64_to_bits(k) & 255, u = f64_to_bits(t);
    fixed_f64 m = {0, (u & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x0010000000000000)};
    int64_t places = (int64_t)(u >> 52) - 949; /* t = m 2^(places - 126) */
    uint64_t small = mask_less(places, 0), down = (uint64_t)-places;
    down = (uint64_t)int64_select(mask_less((int64_t)down, 127), (int64_t)down, 127);
    fixed_f64 up = fixed_left(m, (uint64_t)places & ~small), lower = fixed_right(m, down & small);
    fixed_f64 part = {(up.high & ~small) | (lower.high & small),
                      (up.low & ~small) | (lower.low & small)};
    fixed_f64 whole = {turns * fixed_log_2[0][0] + product_high(turns, fixed_log_2[0][1]),
                       turns * fixed_log_2[0][1]};
    fixed_f64 r = fixed_left(fixed_sum(whole, fixed_opposite(part)), 2);
    uint64_t last = fixed_exp_last[10][0];
    SB_UNROLL
    for (int n = 9; n >= 0; n--) last = fixed_exp_last[n][0] + product_high(last, r.high);
    fixed_f64 y = {last >> 60, last << 4};
    SB_UNROLL
    for (int n = 19; n >= 0; n--)
        y = fixed_sum(fixed_constant(fixed_exp_terms[n]), fixed_product(y, r));
    return fixed_right(y, turns);
}

/* Return log(e^x + e^y) near 0, and NaN for other results. */
SB_FN double_double logaddexp_cancelled_f64(double x, double y)
{
    uint64_t inside = mask_sign(x) & mask_sign(y) & mask_nonzero(x) & mask_nonzero(y);
    inside &= mask_below(f64_abs(x), 88.0) & mask_below(f64_abs(y), 88.0);
    fixed_f64 minus_one = {UINT64_C(0xc000000000000000), 0};
    fixed_f64 sum = fixed_sum(fixed_exp_f64(f64_select(inside, f64_abs(x), 1.0)),
                              fixed_exp_f64(f64_select(inside, f64_abs(y), 1.0)));
    sum = fixed_sum(sum, minus_one);
    uint64_t negative = mask_of_bit(sum.high >> 63);
    double_double u = dd_of_words(sum.high ^ negative, sum.low ^ negative);
    u = dd_scaled(dd_select(negative, dd_negated(u), u), 4.0);
    inside &= mask_below(0x1p-57, f64_abs(u.hi)) & mask_below(f64_abs(u.hi), 0x1p-6);
    return dd_where(inside, log1p_to(dd_select(inside, u, dd_of(0x1p-8)), 1));
}

SB_FN scaled_f64 logaddexp_rare_f64(double x, double y)
{
    uint64_t finite = ~mask_not_finite(x) & ~mask_not_finite(y);
    double gap = x - y, most = f64_select(mask_sign(gap), y, x), size = f64_abs(most);
    uint64_t alone = ~mask_below(f64_abs(gap), 600.0) & mask_below(0x1p-700, size);
    alone = finite & (alone | mask_below(0x1p300, size));
    return scaled_select(alone, scaled_number(most), scaled_of(logaddexp_cancelled_f64(x, y)));
}

#endif
