/* arctangent.h - atan of a ball, and asin and acos of numbers, computed from atan.
 *
 * atan x = pi/2 - atan(1/x) for x > 1. atan x = 2 atan(x / (1 + sqrt(1 + x^2))) is applied
 * repeatedly, until the series x - x^3/3 + x^5/5 - ... needs few terms. Relative precision is
 * preserved near 0.
 */
#ifndef SB_MULTIPLE_ARCTANGENT_H
#define SB_MULTIPLE_ARCTANGENT_H

#include "multiple/constants.h"
#include "multiple/series.h"

/* Return atan y for |y| <= 1/2. The ratio of two terms is below y^2, which is 1/4 or less. */
SB_MULTIPLE sb_ball sb_atan_small(sb_workspace *c, sb_ball y)
{
    if (!sb_within(c, y, -1))
        return sb_unknown();
    const sb_ball square = sb_negated(sb_square(c, y));
    sb_ball power = sb_variable(c, y), sum = sb_variable(c, y);
    const int64_t mark = c->used;
    for (uint64_t odd = 3; sb_counts(c, power, sum); odd += 2) {
        sb_keep(c, &power, sb_mul(c, power, square));
        sb_keep(c, &sum, sb_add(c, sum, sb_over(c, power, odd)));
        c->used = mark;
    }
    return sb_with_rest(c, sum, power);
}

/* Return atan x for a ball whose middle is positive and at most 1. */
SB_MULTIPLE sb_ball sb_atan_to_one(sb_workspace *c, sb_ball x)
{
    int64_t steps = sb_halvings(c) / 2 + x.exponent;
    steps = steps < 0 ? 0 : steps;
    sb_ball y = sb_variable(c, x);
    const int64_t mark = c->used;
    for (int64_t i = 0; i < steps; i++) {
        const sb_ball secant = sb_sqrt(c, sb_add_integer(c, sb_square(c, y), 1));
        sb_keep(c, &y, sb_div(c, y, sb_add_integer(c, secant, 1)));
        c->used = mark;
    }
    return sb_scaled(sb_atan_small(c, y), steps);
}

/* Return atan x. |atan x| < |x|, so a ball about 0 stays about 0. */
SB_MULTIPLE sb_ball sb_atan(sb_workspace *c, sb_ball x)
{
    if (x.unknown || x.zero)
        return x;
    const bool negative = x.negative;
    const sb_ball size = negative ? sb_negated(x) : x;
    sb_ball angle;
    if (size.exponent <= 0)
        angle = sb_atan_to_one(c, size);
    else
        angle = sb_sub(c, sb_scaled(sb_pi(c), -1), sb_atan_to_one(c, sb_inverse(c, 1, size)));
    return negative ? sb_negated(angle) : angle;
}

/* Return atan(x / sqrt((1 - x) (1 + x))) for |x| < 1. */
SB_MULTIPLE sb_ball sb_asin(sb_workspace *c, sb_ball x)
{
    const sb_ball less = sb_add_integer(c, sb_negated(x), 1), more = sb_add_integer(c, x, 1);
    return sb_atan(c, sb_div(c, x, sb_sqrt(c, sb_mul(c, less, more))));
}

/* Return 2 atan(sqrt((1 - x) / (1 + x))) for |x| < 1, which has no cancellation near 1. */
SB_MULTIPLE sb_ball sb_acos(sb_workspace *c, sb_ball x)
{
    const sb_ball less = sb_add_integer(c, sb_negated(x), 1), more = sb_add_integer(c, x, 1);
    return sb_scaled(sb_atan(c, sb_sqrt(c, sb_div(c, less, more))), 1);
}
#endif
