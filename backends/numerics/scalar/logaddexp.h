/* logaddexp.h - log(e^a + e^b): a first value in binary64, and the value rounded to odd.
 *
 * Method: M + log(1 + e^d), M = max(a, b), d = -|a - b|. Both parts may cancel, where M is in -log
 * 2 .. 0. logaddexp_quick: log(1 + e^d) to 2^-45.9; NaN where less than half of it is left. d below
 * -110 is replaced by -110 (quick_exp.h): a term of 2^-158 or less does not change a normal number
 * of binary32.
 *
 * logaddexp_to_odd: d exactly, as a double-double; e^d and the logarithm in double-double to 2^-96.
 * So a sum that has lost c bits is right to 2^(c - 96), and is within that distance of a midpoint
 * with a probability of 2^(c - 71). Fewer than 2^62 pairs of binary32 operands lose no bits and
 * have a second term that affects the sum. About 2^(51.5 - c) pairs lose c >= 1 bits (counted on
 * samples), up to 57. So 2^-9 of a pair is expected to be wrong, and 2^-13.7 of the pairs that
 * cancel. This is not a proof, but no wrong pair is known. No finite pair is an exact case
 * (Lindemann). d below -620 is replaced by -620: the term does not change any sum. Clauses R1, R2,
 * S1, S4.
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
    /* a + b is NaN for infinities of both signs. The result is then +infinity. If only one operand
     * is infinite, -infinity gives the other operand (a zero becomes +0), and +infinity gives
     * +infinity. */
    uint64_t a_below = mask_not_finite(a) & mask_sign(a),
             b_below = mask_not_finite(b) & mask_sign(b);
    double end = f64_select(a_below, b, f64_select(b_below, a, SB_INFINITY));
    end = f64_select(mask_nonzero(end), end, 0.0);
    v = f64_select(special, end, v);
    return f64_select(mask_nan(a) | mask_nan(b), SB_NAN, v);
}

#endif
