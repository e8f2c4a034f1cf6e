/* gamma_f64.h - the gamma function and its logarithm of operands of binary64, as double-doubles.
 *
 * `wide` as in exp_f64.h. Numbers in brackets below are errors of the wide evaluation. x = m + d, m
 * an integer and |d| <= 1/2, exactly. W(d) = 1 / Gamma(1 + d) = 1 + d v, v in 0.25 .. 0.88, by the
 * compensated Horner scheme of tgamma.h. Its coefficients are single numbers from c9 d^8 < 2^-20 on
 * (c17 d^16 < 2^-45), where each step adds 2^-52 of that: v is right to 2^-69 (2^-93), and W to a
 * relative 2^-69 (2^-93).
 *
 * |x| < 8.5: Gamma(x) is P / W for m >= 1 and 1 / (W |d| P) for m <= 0, P a product of factors k +-
 * d, which are exact as double-doubles: relative 2^-68 (2^-92). For larger |x|, Stirling: (t - 1/2)
 * log t - t + log(2 pi) / 2 + S(1/t^2) / t for t = |x|. S is a polynomial, 2^-85 of 1/12, with one
 * coefficient (four) as a double-double: S / t is right to 2^-68 (2^-88). For x < 0 the reflection
 * |Gamma(-t)| = 1 / (R Gamma(t)), R = t |sin(pi d)| / pi = t |d| W(d) W(-d): relative 2^-68
 * (2^-92).
 *
 * tgamma: |x| < 150 bounds Stirling's terms by 790 and their sum by 601. The logarithm is the wide
 * one in both evaluations, so that it costs 2^-98 of 790. e to that power adds 2^-65 (2^-95).
 * Together below 2^-64 (2^-85).
 *
 * lgamma, |x| < 8.5: the logarithm of Gamma(x), 2^-65 (2^-98). Near the zeros 1 and 2 Gamma(x) - 1
 * is -d v / W and d (1 - v) / W, relative 2^-65 (2^-89), and so is the result. On the left, near a
 * zero, the result has an error of 2^-68 (2^-92): it is left undecided below 1/4 (2^-16). For
 * larger |x|: (t - 1/2) log t is at most 1.8 times Stirling's sum. The sum is 9.5 or more, and
 * right to a relative 2^-64 (2^-91). On the left log R, with an error of 2^-65 of it and 2^-68
 * (2^-98 and 2^-92), may cancel that: a result below 1/4 (2^-16) of log R is left undecided, so
 * both are at most 5 and 4 times (2^16 times) the result. Together below 2^-61 (2^-73).
 *
 * Errors below are twice these bounds. Poles are left undecided. Coefficients:
 * coefficients/families/gamma.py, gamma_f64.py and constants.py.
 */
#ifndef SB_SCALAR_GAMMA_F64_H
#define SB_SCALAR_GAMMA_F64_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/gamma_f64.h"
#include "scalar/decide64.h"
#include "scalar/log_f64.h"
#include "scalar/tgamma.h"

#define SB_TGAMMA_F64_ERROR 0x1p-63
#define SB_TGAMMA_F64_WIDE_ERROR 0x1p-84
#define SB_LGAMMA_F64_ERROR 0x1p-60
#define SB_LGAMMA_F64_WIDE_ERROR 0x1p-72

/* Return v, where 1 / Gamma(1 + d) = 1 + d v, for |d| <= 1/2. */
SB_FN double_double gamma_slope_f64(double d, int wide)
{
    const double (*a)[2] = reciprocal_gamma_leading;
    /* index of the last coefficient that is used as a double-double */
    const int last = wide ? 16 : 8;
    double p = polynomial(reciprocal_gamma_rest, 12, d);
    SB_UNROLL
    for (int k = 16; k > last; k--) p = f64_mad(p, d, a[k][0]);
    double v = a[last][0], rest = f64_mad(p, d, a[last][1]);
    SB_UNROLL
    for (int k = last - 1; k >= 1; k--) {
        double_double product = dd_two_product(v, d), sum = dd_two_sum(a[k][0], product.hi);
        v = sum.hi;
        rest = f64_mad(rest, d, (product.lo + a[k][1]) + sum.lo);
    }
    return dd_fast_two_sum(v, rest);
}

/* Return 1 + d v. */
SB_FN double_double gamma_from_slope_f64(double_double v, double d)
{
    return dd_fast_sum(dd_of(1.0), dd_times_double(v, d));
}

/* Return (1 + e) (2 + e) ... (count + e), for count <= 8. Factors beyond `count` are left out. */
SB_FN double_double rising_product_f64(double count, double e)
{
    double_double product = dd_of(1.0);
    SB_UNROLL
    for (int k = 1; k <= 8; k++) {
        double_double more = dd_product(product, dd_fast_two_sum((double)k, e));
        product = dd_select(mask_below((double)k - 0.5, count), more, product);
    }
    return product;
}

/* The parts of x, or the parts of 3 if x is not `inside`. */
typedef struct gamma_f64_place {
    gamma_place at;
    double size, beyond; /* |x|, and the operand of Stirling's series */
    uint64_t inside, negative, middle;
    double_double v, w;    /* v and w at d */
    double_double product; /* the product of the factors k +- d */
} gamma_f64_place;

/* Find the parts of x, for |x| < most; for x < 0 also |x| < 2^29. Poles are not inside. */
SB_FN gamma_f64_place gamma_locate_f64(double x, double most, int wide)
{
    gamma_f64_place y;
    y.inside = mask_usual(x, most) & (~mask_sign(x) | mask_below(f64_abs(x), 0x1p29));
    double z = f64_select(y.inside, x, 3.0);
    y.size = f64_abs(z);
    y.at = gamma_locate(f64_with_sign(f64_lesser(y.size, 0x1p29), z));
    y.inside &= ~y.at.left | mask_nonzero(y.at.d);
    y.negative = mask_sign(z);
    y.middle = mask_below(y.size, 8.5);
    y.beyond = f64_select(y.middle, 8.5, y.size);
    y.v = gamma_slope_f64(y.at.d, wide);
    y.w = gamma_from_slope_f64(y.v, y.at.d);
    y.product = rising_product_f64(y.at.count, y.at.direction);
    return y;
}

/* Return t |sin(pi d)| / pi. */
SB_FN double_double gamma_reflection_f64(gamma_f64_place y, int wide)
{
    double_double other = gamma_from_slope_f64(gamma_slope_f64(-y.at.d, wide), -y.at.d);
    double_double sine = dd_times_double(dd_product(y.w, other), f64_abs(y.at.d));
    return dd_times_double(sine, y.beyond);
}

/* Return log Gamma(t), for t >= 8.5. `wide_log` is the argument `wide` of its logarithm. */
SB_FN double_double stirling_f64(double t, int wide_log, int wide)
{
    const double (*a)[2] = stirling_f64_leading;
    const double_double constant = {SB_HALF_LOG_2PI, SB_HALF_LOG_2PI_TAIL};
    double_double inverse = dd_quotient(dd_of(1.0), dd_of(t)), z = dd_square(inverse), s;
    double p = polynomial(stirling_f64_rest, 11, z.hi);
    if (wide) {
        s = dd_fast_two_sum(a[3][0], f64_mad(p, z.hi, a[3][1]));
        s = dd_fast_sum(dd_constant(a[2]), dd_product(s, z));
        s = dd_fast_sum(dd_constant(a[1]), dd_product(s, z));
        s = dd_fast_sum(dd_constant(a[0]), dd_product(s, z));
    } else {
        p = f64_mad(f64_mad(f64_mad(p, z.hi, a[3][0]), z.hi, a[2][0]), z.hi, a[1][0]);
        s = dd_fast_two_sum(a[0][0], f64_mad(p, z.hi, a[0][1]));
    }
    double_double main = dd_product(dd_two_sum(t, -0.5), log_of_f64(t, wide_log));
    main = dd_sum(dd_plus_double(main, -t), constant);
    return dd_sum(main, dd_product(s, inverse));
}

SB_FN double_double tgamma_f64(double x, int wide)
{
    gamma_f64_place g = gamma_locate_f64(x, 150.0, wide);
    double_double one = dd_of(1.0), far = exp_to(stirling_f64(g.beyond, 1, wide), wide);
    double_double low = dd_product(g.w, dd_times_double(g.product, f64_abs(g.at.d)));
    double_double below = dd_select(g.at.left, low, g.w);
    below = dd_select(g.middle, below, dd_product(gamma_reflection_f64(g, wide), far));
    double_double y = dd_quotient(dd_select(g.middle & ~g.at.left, g.product, one), below);
    y = dd_select(~g.middle & ~g.negative, far, y);
    return dd_where(g.inside, dd_with_sign(y, f64_from_bits(gamma_sign(g.at))));
}

/* Return log u. `above_one` is u - 1 with a small relative error. */
SB_FN double_double log_about_one_f64(double_double u, double_double above_one, int wide)
{
    double power, k = wide_log_exponent(u.hi, &power);
    double_double m = dd_scaled(u, power), f = dd_fast_two_sum(m.hi - 1.0, m.lo);
    return wide_log_join(k, log1p_reduced(dd_select(mask_nonzero(k), f, above_one), wide));
}

SB_FN double_double lgamma_f64(double x, int wide)
{
    gamma_f64_place g = gamma_locate_f64(x, 0x1p300, wide);
    double_double one = dd_of(1.0);
    /* If m is 1 or 2, Gamma(x) = 1 + q; otherwise Gamma(x) = q. */
    uint64_t near = ~g.at.left & mask_below(g.at.count, 1.5), at_two = mask_nonzero(g.at.count);
    double_double top = dd_select(at_two, dd_sum(one, dd_negated(g.v)), dd_negated(g.v));
    top = dd_select(near, dd_times_double(top, g.at.d), dd_select(g.at.left, one, g.product));
    double_double low = dd_product(g.w, dd_times_double(g.product, f64_abs(g.at.d)));
    double_double q = dd_quotient(top, dd_select(g.at.left, low, g.w));
    double_double sine = dd_select(g.negative, gamma_reflection_f64(g, wide), one);
    double_double u = dd_select(g.middle, dd_select(near, dd_sum(one, q), q), sine);
    double_double part = dd_select(g.middle & near, q, dd_plus_double(u, -1.0));
    part = log_about_one_f64(u, part, wide);

    double_double far = dd_sum(stirling_f64(g.beyond, wide, wide), part);
    far = dd_select(g.negative, dd_negated(far), far);
    double_double y = dd_select(g.middle, part, far);
    double scale = f64_select(g.middle, 1.0, f64_abs(part.hi));
    uint64_t lost = g.negative & mask_below(f64_abs(y.hi), (wide ? 0x1p-16 : 0.25) * scale);
    return dd_where(g.inside & ~lost, y);
}

#endif
