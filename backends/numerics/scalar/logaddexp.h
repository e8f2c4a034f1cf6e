/* logaddexp.h - log(e^a + e^b): a first value in binary64, and the value rounded to odd.
 *
 * Method: M + log(1 + e^d), M = max(a, b), d = -|a - b|. Both parts may cancel, where M is in -log
 * 2 .. 0. logaddexp_quick: log(1 + e^d) to 2^-45.9; NaN where less than half of it is left. d below
 * -110 counts as -110 (quick_exp.h): beside a normal number of binary32 a term of 2^-158 or less
 * shows nowhere. logaddexp_to_odd: d exactly, as a double-double; e^d and the logarithm in
 * double-double to 2^-96, so a sum that has lost c bits is right to 2^(c - 96), and within that of
 * a midpoint with a chance of 2^(c - 71). Of the pairs of binary32 operands fewer than 2^62 lose
 * none and have a second term that shows; about 2^(51.5 - c) lose c >= 1 (counted on samples), up
 * to 57. So 2^-9 of a pair is expected to be wrong, and 2^-13.7 of those that cancel: no proof, but
 * none is known. No finite pair is an exact case (Lindemann). d below -620 is taken for it: a term
 * that no sum shows. Clauses R1, R2, S1, S4.
 */
#ifndef SB_SCALAR_LOGADDEXP_H
#define SB_SCALAR_LOGADDEXP_H

#include "scalar/exp.h"
#include "scalar/wide_log.h"

SB_FN double logaddexp_quick(double a, double b)
{
    double difference = a - b, top = f64_select(mask_sign(difference), b, a);
    double part = quick_log1p_inside(exp_quick(-f64_abs(difference))), v = top + part;
    uint64_t lost = mask_below(f64_abs(v), 0.5 * part);
    return f64_select(lost | mask_not_finite(a) | mask_not_finite(b), SB_NAN, v);
}

SB_FN double logaddexp_to_odd(double a, double b)
{
    uint64_t special = mask_not_finite(a) | mask_not_finite(b);
    double x = f64_select(special, 0.0, a), y = f64_select(special, 0.0, b);
    double_double difference = dd_two_sum(x, -y);
    uint64_t second = mask_sign(difference.hi);
    double_double d = dd_select(second, difference, dd_negated(difference));
    double_double part = wide_log1p(wide_exp(d));
    double v = dd_round_to_odd(dd_sum(dd_of(f64_select(second, y, x)), part));
    /* a + b is NaN for infinities of two signs; there the positive one is the result, and with one
     * infinity only, -infinity leaves the other operand (a zero positive), +infinity is the result.
     */
    uint64_t a_below = mask_not_finite(a) & mask_sign(a),
             b_below = mask_not_finite(b) & mask_sign(b);
    double end = f64_select(a_below, b, f64_select(b_below, a, SB_INFINITY));
    end = f64_select(mask_nonzero(end), end, 0.0);
    v = f64_select(special, end, v);
    return f64_select(mask_nan(a) | mask_nan(b), SB_NAN, v);
}

#endif
