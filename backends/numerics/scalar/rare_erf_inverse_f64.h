/* rare_erf_inverse_f64.h - the inverse error function and the normal quantile of operands of
 * binary64 that erf_inverse_f64.h leaves undecided: about 0, and probabilities below 2^-147.
 *
 * About 0 (mask_tiny) erfinv x is sqrt(pi)/2 x, to 2^-598. A probability x is q / 2 with erfc(y) =
 * q, so 9.9 < y < 28 and, with the T of rare_erf_f64.h for k = 1/2, g(y) = y^2 + log(sqrt(pi) T) +
 * log q = 0. The derivative of g is 2 T, its second derivative below 2.1. Newton's iteration in
 * binary64 begins at y = sqrt(-log q), which has an error of less than 0.17. Its errors are then
 * 2^-9, 2^-24 and, because g is rounded, 2^-46. A last step with g as a double-double leaves 2^-96,
 * its own roundings included. g, whose terms are below 1.1 y^2, has an error of 2^-96 y^2, which
 * moves y by 2^-97 of it. The root of 2 adds 2^-101: below 2^-96 of y together. T is cut after 9
 * quotients in binary64, where that leaves 2^-55, and after 24, which leaves 2^-111. Other operands
 * are left undecided.
 */
#ifndef SB_SCALAR_RARE_ERF_INVERSE_F64_H
#define SB_SCALAR_RARE_ERF_INVERSE_F64_H

#include "scalar/erf_inverse_f64.h"
#include "scalar/rare_erf_f64.h"
#include "scalar/rare_log_f64.h"

/* Return the y with erfc(y) = q, given log q, for q < 2^-146. */
SB_FN double_double inverse_tail_f64(double_double log_q)
{
    const double_double slope = {SB_TWO_OVER_ROOT_PI, SB_TWO_OVER_ROOT_PI_TAIL};
    const double_double root_pi = dd_quotient(dd_of(2.0), slope);
    double y = SB_SQRT(-log_q.hi);
    SB_UNROLL
    for (int step = 0; step < 3; step++) {
        double t = y;
        for (int n = 9; n >= 1; n--) t = y + 0.5 * (double)n / t;
        double_double part = table_log(dd_of(root_pi.hi * t));
        y -= ((y * y + log_q.hi) + part.hi) / (2.0 * t);
    }
    double_double t = dd_of(y);
    for (int n = 24; n >= 1; n--) t = dd_fast_sum(dd_of(y), dd_quotient(dd_of(0.5 * (double)n), t));
    double_double g = dd_sum(dd_two_product(y, y), log_q);
    g = dd_sum(g, log_of_pair_f64(dd_product(root_pi, t)));
    return dd_fast_two_sum(y, -(g.hi + g.lo) / (2.0 * t.hi));
}

SB_FN scaled_f64 erfinv_rare_f64(double x)
{
    const double_double slope = {SB_TWO_OVER_ROOT_PI, SB_TWO_OVER_ROOT_PI_TAIL};
    scaled_f64 line = scaled_times(scaled_number(x), dd_quotient(dd_of(1.0), slope));
    return scaled_where(mask_tiny(x), line);
}

SB_FN scaled_f64 normal_quantile_rare_f64(double x)
{
    const double_double root = {SB_ROOT_2, SB_ROOT_2_TAIL};
    uint64_t inside = mask_below(f64_abs(x), 0x1p-147) & mask_probability(x);
    double_double y = inverse_tail_f64(log_of_any_f64(f64_select(inside, x, 0x1p-150), 1.0));
    return scaled_where(inside, scaled_of(dd_negated(dd_product(root, y))));
}

#endif
