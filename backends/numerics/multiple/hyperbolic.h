/* hyperbolic.h - hyperbolic functions of positive balls and their inverses, by expm1 and log1p.
 *
 * No formula subtracts numbers that are near each other. So relative precision is preserved near 0
 * and, for acosh, near 1. The callers in functions/ add the sign.
 */
#ifndef SB_MULTIPLE_HYPERBOLIC_H
#define SB_MULTIPLE_HYPERBOLIC_H

#include "multiple/exp_log.h"

/* Return (e + e / (e + 1)) / 2 with e = e^x - 1. */
SB_MULTIPLE sb_ball sb_sinh(sb_workspace *c, sb_ball x)
{
    const sb_ball e = sb_expm1(c, x);
    return sb_scaled(sb_add(c, e, sb_div(c, e, sb_add_integer(c, e, 1))), -1);
}

SB_MULTIPLE sb_ball sb_cosh(sb_workspace *c, sb_ball x)
{
    const sb_ball e = sb_exp(c, x);
    return sb_scaled(sb_add(c, e, sb_inverse(c, 1, e)), -1);
}

/* Return e / (e + 2) with e = e^2x - 1. */
SB_MULTIPLE sb_ball sb_tanh(sb_workspace *c, sb_ball x)
{
    const sb_ball e = sb_expm1(c, sb_scaled(x, 1));
    return sb_div(c, e, sb_add_integer(c, e, 2));
}

/* Return x - tanh x = (x cosh x - sinh x) / cosh x for 0 < x <= 1. The numerator is the sum of 2k
 * x^(2k+1) / (2k+1)! from k = 1 on. Its terms are positive, and the ratio of two of them is (k + 1)
 * x^2 / (k (2k + 2) (2k + 3)) = x^2 / (2k (2k + 3)) <= 1/10. */
SB_MULTIPLE sb_ball sb_tanhshrink_small(sb_workspace *c, sb_ball x)
{
    if (!sb_within(c, x, 0))
        return sb_unknown();
    const sb_ball square = sb_square(c, x);
    sb_ball term = sb_variable(c, sb_over(c, sb_mul(c, square, x), 3));
    sb_ball sum = sb_variable(c, term);
    const int64_t mark = c->used;
    for (uint64_t k = 1; sb_counts(c, term, sum); k++) {
        sb_keep(c, &term, sb_over(c, sb_mul(c, term, square), 2 * k * (2 * k + 3)));
        sb_keep(c, &sum, sb_add(c, sum, term));
        c->used = mark;
    }
    return sb_div(c, sb_with_rest(c, sum, term), sb_cosh(c, x));
}

/* Return log(x + sqrt(x^2 + 1)) = log1p(x + x^2 / (1 + sqrt(x^2 + 1))). */
SB_MULTIPLE sb_ball sb_asinh(sb_workspace *c, sb_ball x)
{
    const sb_ball square = sb_square(c, x);
    const sb_ball root = sb_sqrt(c, sb_add_integer(c, square, 1));
    return sb_log1p(c, sb_add(c, x, sb_div(c, square, sb_add_integer(c, root, 1))));
}

/* Return log(x + sqrt(x^2 - 1)) = log1p(d + sqrt(d (d + 2))) with d = x - 1. */
SB_MULTIPLE sb_ball sb_acosh(sb_workspace *c, sb_ball x)
{
    const sb_ball d = sb_add_integer(c, x, -1);
    return sb_log1p(c, sb_add(c, d, sb_sqrt(c, sb_mul(c, d, sb_add_integer(c, d, 2)))));
}

/* Return log1p(2 x / (1 - x)) / 2. */
SB_MULTIPLE sb_ball sb_atanh(sb_workspace *c, sb_ball x)
{
    const sb_ball less = sb_add_integer(c, sb_negated(x), 1);
    return sb_scaled(sb_log1p(c, sb_div(c, sb_scaled(x, 1), less)), -1);
}
#endif
