/* tgamma.h - the gamma function, as a double-double, rounded to odd, and in binary64.
 *
 * Method: x = m + d, m an integer, |d| <= 1/2, and W = 1 / Gamma(1 + d), which is entire and one
 * polynomial. For m >= 1, Gamma(x) = (1 + d) (2 + d) ... (m - 1 + d) / W; for m <= 0 it is (-1)^m /
 * (W d (1 - d) (2 - d) ... (-m - d)). Every factor k + d is exact for binary32 operands. Error of
 * the double-double, relative: W 2^-98 (polynomial 2^-99, its first 17 coefficients
 * double-doubles); the product, whose low part is carried along in binary64 (Graillat, "Accurate
 * floating-point product", 2009), 2^-96; the quotient 2^-101: together 2^-95. The hardest binary32
 * case needs 2^-56.2. Below -42 a binary32 operand is at least 2^-18 from a pole, so |Gamma| < 2^18
 * / 42! < 2^-150.
 * tgamma_quick: the same in binary64; the factors are joined in symmetrical pairs (t - a) (t + a) =
 * t^2 - a^2, which cancels at most five bits: relative error 2^-46. Coefficients:
 * coefficients/families/gamma.py.
 */
#ifndef SB_SCALAR_TGAMMA_H
#define SB_SCALAR_TGAMMA_H

#include "scalar/coefficients/gamma.h"
#include "scalar/double_double.h"
#include "scalar/polynomial.h"

/* The decomposition x = m + d. `count` is the number of factors other than d, `direction` is d or
 * -d, and the low bits of `bits` are m. */
typedef struct gamma_place {
    double d, count, direction;
    uint64_t bits, left; /* left: m <= 0 */
} gamma_place;

/* Decompose x, for |x| < 2^30. */
SB_FN gamma_place gamma_locate(double x)
{
    double shifted = x + 0x1.8p52, m = shifted - 0x1.8p52;
    gamma_place at;
    at.bits = f64_to_bits(shifted);
    at.left = mask_sign(m - 0.5);
    at.d = x - m;
    at.count = f64_select(at.left, f64_abs(m), m - 1.0);
    at.direction = f64_select(at.left, -at.d, at.d);
    return at;
}

/* Return 1 / Gamma(1 + d), |d| <= 1/2, by the compensated Horner scheme (Langlois and Louvet,
 * 2007). The errors of every step are summed in `rest`, outside the chain of dependent
 * operations. */
SB_FN double_double reciprocal_gamma_dd(double d)
{
    const double (*a)[2] = reciprocal_gamma_leading;
    double w = a[16][0], rest = f64_mad(polynomial(reciprocal_gamma_rest, 12, d), d, a[16][1]);
    SB_UNROLL
    for (int k = 15; k >= 0; k--) {
        double_double product = dd_two_product(w, d), sum = dd_two_sum(a[k][0], product.hi);
        w = sum.hi;
        rest = f64_mad(rest, d, (product.lo + a[k][1]) + sum.lo);
    }
    return dd_fast_two_sum(w, rest);
}

/* Return (1 + e) (2 + e) ... (count + e), for count <= 42. */
SB_FN double_double rising_product(double count, double e)
{
    double_double product = dd_of(1.0);
    SB_UNROLL
    for (int k = 1; k <= 41; k += 2) {
        uint64_t both = mask_below((double)k + 0.5, count);
        double_double two = dd_two_product((double)k + e, (double)(k + 1) + e);
        double_double more = dd_two_product(product.hi, two.hi);
        more.lo += f64_mad(product.hi, two.lo, product.lo * two.hi);
        product = dd_select(both, more, product); /* lo grows to 2^-48 of hi, which is enough */
    }
    double half = 0.5 * count, odd = half - ((half + 0x1.8p52) - 0x1.8p52); /* +-1/2 or 0 */
    product = dd_fast_two_sum(product.hi, product.lo);
    return dd_times_double(product, f64_select(mask_nonzero(odd), count + e, 1.0));
}

/* Return |Gamma(x)| for -42.5 <= x <= 36.5. At poles it has NaN or infinite parts. */
SB_FN double_double gamma_dd(gamma_place at)
{
    double_double product = rising_product(at.count, at.direction), w = reciprocal_gamma_dd(at.d);
    double_double below = dd_product(w, dd_times_double(product, f64_abs(at.d)));
    return dd_quotient(dd_select(at.left, dd_of(1.0), product), dd_select(at.left, below, w));
}

/* Return the sign of Gamma(x) for x < 0, as the sign bit. */
SB_FN uint64_t gamma_sign(gamma_place at)
{
    return at.left & ((at.bits << 63) ^ (f64_to_bits(at.d) & SB_SIGN));
}

SB_FN double tgamma_to_odd(double x)
{
    double size = f64_abs(x), bound = f64_select(mask_sign(x), 0x1p24, 36.0);
    double z = f64_with_sign(f64_lesser(size, bound), x); /* a NaN is replaced by a limit */
    gamma_place at = gamma_locate(z);
    uint64_t tiny = mask_sign(x) & ~mask_below(size, 42.0);
    uint64_t pole = at.left & ~mask_nonzero(at.d);
    at.count = f64_lesser(at.count, 42.0);
    double y = f64_select(tiny, 0x1p-200, dd_round_to_odd(gamma_dd(at)));
    y = f64_from_bits(f64_to_bits(y) ^ gamma_sign(at));
    y = f64_select(pole, SB_NAN, y);
    y = f64_select(mask_nonzero(x), y, f64_with_sign(SB_INFINITY, x));
    return f64_select(mask_nan(x), x, y);
}

/* Return rising_product in binary64, for count <= 63: blocks of 1, 2 ... 32 factors by the bits of
 * count. */
SB_FN double rising_product_quick(double count, double e)
{
    uint64_t bits = f64_to_bits(count + 0x1p52);
    double product = 1.0, start = e; /* start: the last factor that was used */
    SB_UNROLL
    for (int log = 0; log < 6; log++) {
        const double length = (double)(1 << log), middle = 0.5 * (length + 1.0);
        uint64_t taken = mask_of_bit((bits >> log) & 1);
        double t = start + middle, square = t * t, block = log == 0 ? t : 1.0;
        SB_UNROLL
        for (int i = 0; i < 16; i++) {
            const double a = (double)i + 0.5;
            block = a < 0.5 * length && log > 0 ? block * (square - a * a) : block;
        }
        product *= f64_select(taken, block, 1.0);
        start += f64_select(taken, length, 0.0);
    }
    return product;
}

/* At poles the result is undecided. */
SB_FN double tgamma_quick(double x)
{
    double size = f64_abs(x), bound = f64_select(mask_sign(x), 0x1p24, 36.0);
    gamma_place at = gamma_locate(f64_with_sign(f64_lesser(size, bound), x));
    uint64_t left = mask_sign(x) & ~mask_below(size, 42.0);
    uint64_t right = ~mask_sign(x) & ~mask_below(size, 36.0);
    double product = rising_product_quick(at.count, at.direction);
    double w = long_polynomial(reciprocal_gamma_quick, 14, at.d);
    double below = f64_select(at.left, product * f64_abs(at.d), 1.0);
    double y = f64_select(at.left, 1.0, product) / (w * below);
    y = f64_from_bits(f64_to_bits(f64_select(left, 0.0, y)) ^ gamma_sign(at));
    y = f64_select(right, SB_INFINITY, y);
    return f64_select(mask_nan(x) | (at.left & ~mask_nonzero(at.d)), SB_NAN, y);
}

#endif
