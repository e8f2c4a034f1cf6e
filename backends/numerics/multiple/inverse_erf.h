/* inverse_erf.h - the inverses of erf and erfc, by Halley's iteration and a proof for its result.
 *
 * A step of Newton's iteration for f is s = -f / f'. A step of Halley's iteration is s / (1 + s f''
 * / (2 f')), which makes the error the cube of the previous error. For f = erf y - x, which starts
 * at x sqrt(pi)/2, f'' / (2 f') = -y. For f = log erfc y - log v, which starts at sqrt(-log v), and
 * with h = -(erfc y)' / erfc y, f'' / (2 f') = h/2 - y. Only the radius of the result depends on
 * the convergence.
 *
 * The proof: let y be the result, d = erf y - x (or erfc y - v), and p = |d| sqrt(pi) e^y^2. If p
 * <= 2^-8 and p y <= 2^-8, then on [y - p, y + p] the slope of erf is at least 2 / sqrt(pi) e^-(y +
 * p)^2 >= 2 / sqrt(pi) e^-y^2 e^-(2 p y + p^2) >= 1 / sqrt(pi) e^-y^2, so erf grows by |d| or more
 * on either side of y: the solution is within p of y.
 */
#ifndef SB_MULTIPLE_INVERSE_ERF_H
#define SB_MULTIPLE_INVERSE_ERF_H

#include "multiple/erf.h"

enum { SB_MOST_STEPS = 64 };

/* Return sqrt(pi) e^y^2. */
SB_MULTIPLE sb_ball sb_steepness(sb_workspace *c, sb_ball y)
{
    return sb_mul(c, sb_root_of_pi(c), sb_exp(c, sb_square(c, y)));
}

/* Return the step that Halley's iteration adds to y, for erfc y = value if `tail`, else erf y =
 * value. */
SB_MULTIPLE sb_ball sb_halley_step(sb_workspace *c, sb_ball y, sb_ball value, bool tail)
{
    const sb_ball slope = sb_scaled(sb_steepness(c, y), -1); /* 1 / erf' */
    sb_ball step, bend;
    if (tail) {
        const sb_ball found = sb_erfc_positive(c, y, 0), part = sb_mul(c, found, slope);
        step = sb_mul(c, sb_log(c, sb_div(c, found, value)), part);
        bend = sb_sub(c, sb_scaled(sb_inverse(c, 1, part), -1), y);
    } else {
        step = sb_mul(c, sb_sub(c, value, sb_erf_positive(c, y, 0)), slope);
        bend = sb_negated(y);
    }
    return sb_div(c, step, sb_add_integer(c, sb_mul(c, step, bend), 1));
}

/* Iterate with the limbs of the context, until a step is so small that its cube is negligible. With
 * one limb this is a step of 2^-21: its error, about 2^-58, is below the allowed first step with
 * more limbs. */
SB_MULTIPLE void sb_halley(sb_workspace *c, sb_ball *y, sb_ball value, bool tail)
{
    const int64_t mark = c->used, small = c->limbs == 1 ? 21 : 18 * (int64_t)c->limbs;
    for (int i = 0; i < SB_MOST_STEPS && !y->unknown; i++) {
        const sb_ball step = sb_middle(sb_halley_step(c, *y, value, tail));
        const bool last = step.zero || step.exponent < y->exponent - small;
        sb_keep(c, y, sb_middle(sb_add(c, *y, step)));
        c->used = mark;
        if (last)
            return;
    }
}

SB_MULTIPLE sb_ball sb_verified(sb_workspace *c, sb_ball y, sb_ball value, bool tail)
{
    const sb_ball found = tail ? sb_erfc_positive(c, y, 0) : sb_erf_positive(c, y, 0);
    const sb_ball apart = sb_sub(c, found, value), steep = sb_steepness(c, y);
    if (apart.unknown || steep.unknown)
        return sb_unknown();
    const sb_radius p = sb_radius_mul(sb_above(c, apart), sb_above(c, steep));
    if (!sb_radius_within(p, -8) || !sb_radius_within(sb_radius_mul(p, sb_above(c, y)), -8))
        return sb_unknown();
    return sb_widened(y, p);
}

/* Return the y > 0 for an exact value between 0 and 1. The first steps use one word, and the value
 * rounded to one word. */
SB_MULTIPLE sb_ball sb_inverse_of(sb_workspace *c, sb_ball value, bool tail)
{
    const int limbs = c->limbs;
    sb_ball y = sb_about_zero(sb_no_radius());
    for (int now = 1, before = 1;; before = now, now = 3 * now < limbs ? 3 * now : limbs) {
        c->limbs = now;
        const sb_ball here = sb_resized(c, value, limbs);
        if (now == 1 && y.zero && tail)
            y = sb_sqrt(c, sb_negated(sb_log(c, here)));
        else if (now == 1 && y.zero)
            y = sb_scaled(sb_mul(c, here, sb_root_of_pi(c)), -1);
        else
            y = sb_resized(c, y, before);
        y = sb_variable(c, sb_middle(y));
        sb_halley(c, &y, here, tail);
        if (now == limbs || y.unknown || y.zero || y.negative)
            break;
    }
    c->limbs = limbs;
    return y.unknown || y.zero || y.negative ? sb_unknown() : sb_verified(c, y, value, tail);
}

/* Return the y with erf y = x, for |x| <= 1/2, or the y with erfc y = v, for 0 < v <= 1/2. */
SB_MULTIPLE sb_ball sb_inverse_erf(sb_workspace *c, sb_ball x)
{
    return x.negative ? sb_negated(sb_inverse_of(c, sb_negated(x), false))
                      : sb_inverse_of(c, x, false);
}

SB_MULTIPLE sb_ball sb_inverse_erfc(sb_workspace *c, sb_ball v)
{
    return sb_inverse_of(c, v, true);
}

/* Return the y with erf y = x, for exact |x| < 1. */
SB_MULTIPLE sb_ball sb_erfinv(sb_workspace *c, sb_ball x)
{
    if (x.unknown || x.exponent < 0)
        return sb_inverse_erf(c, x);
    const bool negative = x.negative;
    const sb_ball size = negative ? sb_negated(x) : x;
    const sb_ball found = sb_inverse_erfc(c, sb_add_integer(c, sb_negated(size), 1));
    return negative ? sb_negated(found) : found;
}
#endif
