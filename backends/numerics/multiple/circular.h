/* circular.h - sin, cos and tan of binary64 numbers, in radians and in half turns.
 *
 * x = q pi/2 + r, where q is the integer nearest to the computed 2 x / pi. r is right for any q,
 * and q only affects |r|. The product q pi has as many additional words as x has before the point,
 * so r has an error near 2^-(64 limbs), for 2^1023 as well as for 1. In half turns the reduction is
 * exact. Then follows Taylor's series of sin r and cos r for |r| <= 1.
 */
#ifndef SB_MULTIPLE_CIRCULAR_H
#define SB_MULTIPLE_CIRCULAR_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

typedef struct sb_turned {
    sb_ball rest;
    int quarters; /* number of quarter turns modulo 4 */
} sb_turned;

/* Return the sum of an even or odd series, from its first term on, whose degree is 0 or 1. The
 * ratio of two terms is below r^2 / 2, which is 1/2 or less. */
SB_MULTIPLE sb_ball sb_alternating(sb_workspace *c, sb_ball first, sb_ball r, uint64_t degree)
{
    if (!sb_within(c, r, 0))
        return sb_unknown();
    const sb_ball square = sb_negated(sb_square(c, r));
    sb_ball term = sb_variable(c, first), sum = sb_variable(c, first);
    const int64_t mark = c->used;
    while (sb_counts(c, term, sum)) {
        degree += 2;
        sb_keep(c, &term, sb_over(c, sb_mul(c, term, square), degree * (degree - 1)));
        sb_keep(c, &sum, sb_add(c, sum, term));
        c->used = mark;
    }
    return sb_with_rest(c, sum, term);
}

SB_MULTIPLE sb_ball sb_sin_small(sb_workspace *c, sb_ball r) { return sb_alternating(c, r, r, 1); }

SB_MULTIPLE sb_ball sb_cos_small(sb_workspace *c, sb_ball r)
{
    return sb_alternating(c, sb_of_integer(c, 1, 0), r, 0);
}

SB_MULTIPLE int sb_quarters(uint64_t magnitude, bool negative)
{
    return (int)((negative ? -magnitude : magnitude) & 3);
}

/* Reduce the angle x in radians, for |x| < 2^1024. */
SB_MULTIPLE sb_turned sb_reduced(sb_workspace *c, double x)
{
    const int limbs = c->limbs;
    sb_turned found = {sb_of_double(c, x), 0};
    if (found.rest.zero || found.rest.exponent < 0)
        return found;
    c->limbs = limbs + 2 + (int)(found.rest.exponent / 64);
    uint64_t modulo;
    const sb_ball angle = sb_of_double(c, x), half_pi = sb_scaled(sb_pi(c), -1);
    const sb_ball q = sb_middle(sb_nearest(c, sb_div(c, angle, half_pi), &modulo));
    const sb_ball rest = sb_sub(c, angle, sb_mul(c, q, half_pi));
    const int many = c->limbs;
    c->limbs = limbs;
    found.rest = sb_resized(c, rest, many);
    found.quarters = sb_quarters(modulo, q.negative);
    return found;
}

/* Reduce the angle pi x, for any x: 2 x = q + 2 r exactly, with |r| <= 1/4. */
SB_MULTIPLE sb_turned sb_half_turns(sb_workspace *c, double x)
{
    const sb_ball all = sb_of_double(c, x);
    sb_turned found = {sb_about_zero(sb_no_radius()), 0};
    if (all.zero || all.exponent > 60) /* an even integer */
        return found;
    uint64_t modulo;
    const sb_ball q = sb_nearest(c, sb_scaled(all, 1), &modulo);
    found.rest = sb_mul(c, sb_sub(c, all, sb_scaled(q, -1)), sb_pi(c));
    found.quarters = sb_quarters(modulo, q.negative);
    return found;
}

SB_MULTIPLE sb_ball sb_sin_of(sb_workspace *c, sb_turned a)
{
    const sb_ball value = a.quarters & 1 ? sb_cos_small(c, a.rest) : sb_sin_small(c, a.rest);
    return a.quarters & 2 ? sb_negated(value) : value;
}

SB_MULTIPLE sb_ball sb_cos_of(sb_workspace *c, sb_turned a)
{
    a.quarters = (a.quarters + 1) & 3;
    return sb_sin_of(c, a);
}

/* Return whether x is a whole number of quarter turns. If so, write that number modulo 4. */
SB_MULTIPLE bool sb_whole_quarters(double x, int *quarters)
{
    int e;
    const uint64_t m = sb_odd_part(x, &e);
    *quarters = e >= 1 ? 0 : e == 0 ? 2 : sb_quarters(m, sb_is_negative(x));
    return e >= -1;
}
#endif
