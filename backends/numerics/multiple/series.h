/* series.h - the end of the sum of a series, and a bound of its truncation error.
 *
 * A sum ends when the next terms cannot change its last place any more. The omitted terms are
 * bounded by the last term that was added. Each caller proves this (the ratio of its terms is 1/2
 * or less).
 */
#ifndef SB_MULTIPLE_SERIES_H
#define SB_MULTIPLE_SERIES_H

#include "multiple/root.h"

/* Return whether a term is not negligible compared to the sum, or to 1 if the sum has become 0. */
SB_MULTIPLE bool sb_counts(const sb_workspace *c, sb_ball term, sb_ball sum)
{
    if (term.unknown || sum.unknown || term.zero)
        return false;
    return term.exponent > (sum.zero ? 0 : sum.exponent) - 64 * (int64_t)c->limbs - 2;
}

/* Return a sum whose omitted terms are together at most its last term. */
SB_MULTIPLE sb_ball sb_with_rest(const sb_workspace *c, sb_ball sum, sb_ball last)
{
    return sum.unknown || last.unknown ? sb_unknown() : sb_widened(sum, sb_above(c, last));
}

/* Return whether all numbers in the ball are at most 2^exponent in magnitude. */
SB_MULTIPLE bool sb_within(const sb_workspace *c, sb_ball a, int64_t exponent)
{
    return !a.unknown && sb_radius_within(sb_above(c, a), exponent);
}

/* Return whether all numbers in the ball are above 2^exponent in magnitude. */
SB_MULTIPLE bool sb_exceeds(const sb_workspace *c, sb_ball a, int64_t exponent)
{
    return !sb_radius_within(sb_below(c, a), exponent);
}

/* Return a number of argument halvings that balances their cost against the terms that they
 * save. */
SB_MULTIPLE int sb_halvings(const sb_workspace *c)
{
    int root = 1;
    while (root * root < 64 * c->limbs) root++;
    return root * 3 / 4;
}

/* Return log2 v in units of 1/256, for v > 0, with an error of about a tenth of a unit of log2. */
SB_MULTIPLE int64_t sb_rough_log(uint64_t v)
{
    const int bits = 63 - SB_LEADING_ZEROS(v);
    return 256 * (int64_t)bits + (int64_t)(((v << (63 - bits)) >> 55) & 255);
}
#endif
