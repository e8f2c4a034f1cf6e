/* series.h - when the sum of a series ends, and what is left out of it.
 *
 * A sum ends where the next terms cannot change its last place any more. What follows the last term
 * that was added is bounded by that term: each caller says why (its ratio is 1/2 or less).
 */
#ifndef SB_MULTIPLE_SERIES_H
#define SB_MULTIPLE_SERIES_H

#include "multiple/root.h"

/* Whether a term still counts beside a sum, or beside 1 where the sum has become 0. */
SB_MULTIPLE bool sb_counts(const sb_workspace *c, sb_ball term, sb_ball sum)
{
    if (term.unknown || sum.unknown || term.zero)
        return false;
    return term.exponent > (sum.zero ? 0 : sum.exponent) - 64 * (int64_t)c->limbs - 2;
}

/* A sum whose omitted terms are together not above the last one that it has. */
SB_MULTIPLE sb_ball sb_with_rest(const sb_workspace *c, sb_ball sum, sb_ball last)
{
    return sum.unknown || last.unknown ? sb_unknown() : sb_widened(sum, sb_above(c, last));
}

/* Whether all that a ball holds is at most 2^exponent in magnitude. */
SB_MULTIPLE bool sb_within(const sb_workspace *c, sb_ball a, int64_t exponent)
{
    return !a.unknown && sb_radius_within(sb_above(c, a), exponent);
}

/* Whether all that a ball holds is above 2^exponent in magnitude. */
SB_MULTIPLE bool sb_exceeds(const sb_workspace *c, sb_ball a, int64_t exponent)
{
    return !sb_radius_within(sb_below(c, a), exponent);
}

/* A number of steps that halves an argument so often that the steps cost what they spare. */
SB_MULTIPLE int sb_halvings(const sb_workspace *c)
{
    int root = 1;
    while (root * root < 64 * c->limbs) root++;
    return root * 3 / 4;
}

/* log2 v in units of 1/256, for v > 0, to a tenth or so. */
SB_MULTIPLE int64_t sb_rough_log(uint64_t v)
{
    const int bits = 63 - SB_LEADING_ZEROS(v);
    return 256 * (int64_t)bits + (int64_t)(((v << (63 - bits)) >> 55) & 255);
}
#endif
