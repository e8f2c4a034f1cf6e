/* erf.h - erf and erfc of y = x / sqrt(2)^h, for exact x > 0 and h = 0 or 1.
 *
 * The square t = y^2 = x^2 / 2^h is computed from x, so it is exact, or nearly exact. erf y = 2 /
 * sqrt(pi) y e^-t (1 + 2t/3 + (2t)^2/(3 5) + ...), a sum of positive terms. erfc y = e^-t / (y
 * sqrt(pi)) (1 - 1/(2t) + 1 3/(2t)^2 - ...) is an asymptotic series. Its truncation error is below
 * the first omitted term (Abramowitz and Stegun, 7.1.23 and 7.1.24, for real y > 0), and its
 * smallest term is near e^-t. If that is not small enough, erfc = 1 - erf. This difference cancels
 * as many bits as e^t has, so as many words are added.
 */
#ifndef SB_MULTIPLE_ERF_H
#define SB_MULTIPLE_ERF_H

#include "multiple/erf_sum.h"

typedef struct sb_bell {
    sb_ball y, t;
} sb_bell;

SB_MULTIPLE sb_bell sb_bell_of(sb_workspace *c, sb_ball x, int halved)
{
    sb_bell found = {x, sb_scaled(sb_square(c, x), -halved)};
    if (halved)
        found.y = sb_scaled(sb_mul(c, x, sb_sqrt(c, sb_of_integer(c, 2, 0))), -1);
    return found;
}

/* Return e^-t / sqrt(pi). */
SB_MULTIPLE sb_ball sb_density(sb_workspace *c, sb_ball t)
{
    return sb_div(c, sb_exp(c, sb_negated(t)), sb_root_of_pi(c));
}

SB_MULTIPLE sb_ball sb_erf_positive(sb_workspace *c, sb_ball x, int halved)
{
    const sb_bell b = sb_bell_of(c, x, halved);
    const sb_ball factor = sb_mul(c, sb_density(c, b.t), b.y);
    return sb_scaled(sb_mul(c, factor, sb_erf_sum(c, sb_scaled(b.t, 1))), 1);
}

SB_MULTIPLE sb_ball sb_erfc_far(sb_workspace *c, sb_bell b)
{
    const sb_ball twice = sb_negated(sb_scaled(b.t, 1)), one = sb_of_integer(c, 1, 0);
    const sb_ball step = sb_div(c, one, twice);
    sb_ball term = sb_variable(c, one), sum = sb_variable(c, one);
    const int64_t mark = c->used;
    for (uint64_t odd = 1;; odd += 2) {
        sb_keep(c, &term, sb_times(c, sb_mul(c, term, step), odd));
        if (!sb_counts(c, term, sum))
            break;
        sb_keep(c, &sum, sb_add(c, sum, term));
        c->used = mark;
    }
    return sb_div(c, sb_mul(c, sb_density(c, b.t), sb_with_rest(c, sum, term)), b.y);
}

/* Return erfc for positive x. The asymptotic series is accurate to the last place if e^-t < 2^-(64
 * limbs + 20). */
SB_MULTIPLE sb_ball sb_erfc_positive(sb_workspace *c, sb_ball x, int halved)
{
    const sb_bell b = sb_bell_of(c, x, halved);
    const int64_t top = sb_ceiling(c, b.t);
    const int limbs = c->limbs;
    if (top > 45 * (int64_t)limbs + 20)
        return sb_erfc_far(c, b);
    c->limbs = limbs + 1 + (int)(top * 3 / 2 / 64);
    const int more = c->limbs;
    const sb_ball wide = sb_resized(c, x, limbs);
    const sb_ball rest = sb_add_integer(c, sb_negated(sb_erf_positive(c, wide, halved)), 1);
    c->limbs = limbs;
    return sb_resized(c, rest, more);
}

/* Return erf or erfc of x, which may be negative but not 0. */
SB_MULTIPLE sb_ball sb_erf(sb_workspace *c, sb_ball x, int halved)
{
    return x.negative ? sb_negated(sb_erf_positive(c, sb_negated(x), halved))
                      : sb_erf_positive(c, x, halved);
}

SB_MULTIPLE sb_ball sb_erfc(sb_workspace *c, sb_ball x, int halved)
{
    return x.negative ? sb_add_integer(c, sb_erf_positive(c, sb_negated(x), halved), 1)
                      : sb_erfc_positive(c, x, halved);
}

/* Return Phi(x). */
SB_MULTIPLE sb_ball sb_normal(sb_workspace *c, sb_ball x)
{
    return sb_scaled(sb_erfc(c, sb_negated(x), 1), -1);
}
#endif
