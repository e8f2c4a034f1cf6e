/* pow.h - x to the power y.
 *
 * When is |x|^y dyadic, for |x| = m 2^e and y = n 2^f with odd m and n, and |x| not 1? Unique
 * factorisation gives the answer. If f < 0, let q = 2^-f. A rational r = |x|^y satisfies r^q =
 * |x|^n. With u n + v q = 1, |x| is (r^u |x|^v)^q. So q divides e, m is a q-th power, and the q-th
 * root replaces |x|. After this the power has an integer exponent. For m = 1 the value is a power
 * of two. For m > 1 it is dyadic only for a positive exponent. For exponents above 34 it has more
 * than 54 bits, because 3^35 > 2^54, so it is neither a binary64 number nor a midpoint of two. (m <
 * 2^53 is not a 64th power.) If |y log x| > 2048, the value is above 2^2000 or below 2^-2000.
 */
#ifndef SB_FUNCTIONS_POW_H
#define SB_FUNCTIONS_POW_H

#include "multiple/exp_log.h"
#include "multiple/nearly.h"
#include "multiple/root.h"
#include "multiple/rounding.h"
#include "multiple/special.h"

/* Replace m 2^e by its q-th root for q = 2^roots. Return false if there is no such root. */
SB_MULTIPLE bool sb_take_roots(uint64_t *m, int *e, int roots)
{
    if (roots > 11 || (*m != 1 && roots > 5) || *e % (1 << roots) != 0)
        return false;
    *e /= 1 << roots;
    for (int i = 0; i < roots; i++) {
        const uint64_t root = sb_root_of_words(*m);
        if (root * root != *m)
            return false;
        *m = root;
    }
    return true;
}

/* Handle powers of finite |x| other than 1 that are binary64 numbers or ties. y is not 0. */
SB_MULTIPLE bool sb_dyadic_power(double x, double y, bool negative, double *result)
{
    enum { MOST = 34, FAR = 1 << 13 };
    int e, f;
    uint64_t m = sb_odd_part(x, &e);
    const uint64_t n = sb_odd_part(y, &f);
    const bool down = sb_is_negative(y);
    if (f < 0 && !sb_take_roots(&m, &e, -f))
        return false;
    f = f < 0 ? 0 : f;
    const bool far = n >= FAR || f >= 13;
    const int power = far ? FAR : (int)(n << f); /* below 2^26 */
    if (m == 1) {
        const int64_t exponent = (int64_t)e * (down ? -power : power); /* e is not 0 */
        const int cut = exponent > 3000 ? 3000 : exponent < -3000 ? -3000 : (int)exponent;
        return sb_answer(sb_signed(sb_power_of_two(cut), negative ? -1.0 : 1.0), result);
    }
    if (down || power > MOST)
        return false;
    sb_two_words product = 1;
    for (int i = 0; i < power; i++) {
        product *= m;
        if (product >> 54 != 0)
            return false;
    }
    return sb_answer(sb_exact((uint64_t)product, (int64_t)e * power, negative), result);
}

SB_MULTIPLE bool sb_pow_known(const double *x, double *result)
{
    const double base = x[0], y = x[1], size = sb_signed(base, 1.0);
    bool odd;
    if (sb_is_zero(y) || sb_same(base, 1.0))
        return sb_answer(1.0, result);
    if (sb_is_nan(base) || sb_is_nan(y))
        return sb_answer(SB_NAN, result);
    if (sb_is_infinite(y)) {
        const bool grows = sb_less(1.0, size) != sb_is_negative(y);
        return sb_answer(sb_same(size, 1.0) ? 1.0 : grows ? SB_INFINITY : SB_ZERO, result);
    }
    const bool whole = sb_is_integer(y, &odd), negative = sb_is_negative(base) && odd;
    const double sign = negative ? -1.0 : 1.0;
    if (sb_is_zero(base) || sb_is_infinite(base)) {
        const bool vanishes = sb_is_infinite(base) == sb_is_negative(y);
        return sb_answer(sb_signed(vanishes ? SB_ZERO : SB_INFINITY, sign), result);
    }
    if (sb_is_negative(base) && !whole)
        return sb_answer(SB_NAN, result);
    if (sb_same(size, 1.0))
        return sb_answer(sign, result);
    return sb_dyadic_power(base, y, negative, result);
}

SB_MULTIPLE void sb_pow_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    bool odd;
    sb_is_integer(x[1], &odd);
    const sb_ball logarithm = sb_log(c, sb_of_double(c, sb_signed(x[0], 1.0)));
    const sb_ball t = sb_mul(c, sb_of_double(c, x[1]), logarithm);
    sb_ball size;
    if (sb_exceeds(c, t, 11))
        size = t.negative ? sb_next_to_nothing(c, false) : sb_beyond(c, false);
    else
        size = sb_exp(c, t);
    *value = sb_is_negative(x[0]) && odd ? sb_negated(size) : size;
}
#endif
