/* ~ begins at y = sqrt(-log q), which is off by less than 0.17, and leaves 2^-9, 2^-24 and, for
 * what g is rounded by, 2^-46. A last step with g as a double-double leaves 2^-96, also by its own
 * roundings. ~> begins at y = sqrt(-log q), which is off by less than 0.17. Its errors are then
 * 2^-9, 2^-24 and, because g is rounded, 2^-46. A last step with g as a double-double leaves 2^-96,
 * its own roundings included.
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
