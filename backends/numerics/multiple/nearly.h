/* nearly.h - balls that replace a value that no precision would distinguish from a simpler number,
 * but that round to the same result.
 *
 * The function `known` or `enclosed` of an op uses them if an inequality, which is named there,
 * proves this.
 */
#ifndef SB_MULTIPLE_NEARLY_H
#define SB_MULTIPLE_NEARLY_H

#include "multiple/arithmetic.h"

/* Return a ball for any magnitude of at least 2^1024: it rounds to an infinity. */
SB_MULTIPLE sb_ball sb_beyond(sb_workspace *c, bool negative)
{
    return sb_of_integer(c, negative ? -1 : 1, 2000);
}

/* Return a ball for any magnitude below 2^-1075 except 0: it rounds to a zero with its sign. */
SB_MULTIPLE sb_ball sb_next_to_nothing(sb_workspace *c, bool negative)
{
    return sb_of_integer(c, negative ? -1 : 1, -2000);
}

/* Return a (1 - 2^-200) or, if `outward`, a (1 + 2^-200). It replaces any number between that value
 * and a, if no midpoint of two binary64 numbers is strictly between them. It needs 4 limbs or more,
 * which the loop of settle.h always provides. */
SB_MULTIPLE sb_ball sb_just_off(sb_workspace *c, sb_ball a, bool outward)
{
    const sb_ball part = sb_scaled(a, -200);
    return outward ? sb_add(c, a, part) : sb_sub(c, a, part);
}
#endif
