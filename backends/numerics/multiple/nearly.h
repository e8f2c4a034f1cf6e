/* nearly.h - balls that stand for a value which no precision would show, but which round as it
 * does.
 *
 * `known` or `enclosed` of a function uses them where an inequality, which is named there, says
 * that they do.
 */
#ifndef SB_MULTIPLE_NEARLY_H
#define SB_MULTIPLE_NEARLY_H

#include "multiple/arithmetic.h"

/* Stands for any magnitude of at least 2^1024: it rounds to an infinity. */
SB_MULTIPLE sb_ball sb_beyond(sb_workspace *c, bool negative)
{
    return sb_of_integer(c, negative ? -1 : 1, 2000);
}

/* Stands for any magnitude below 2^-1075 but 0: it rounds to a zero with its sign. */
SB_MULTIPLE sb_ball sb_next_to_nothing(sb_workspace *c, bool negative)
{
    return sb_of_integer(c, negative ? -1 : 1, -2000);
}

/* a (1 - 2^-200), or a (1 + 2^-200) outward: stands for any number between that and a, if no point
 * halfway between two numbers of binary64 lies strictly between them. Needs 4 limbs or more, which
 * the loop of settle.h always gives. */
SB_MULTIPLE sb_ball sb_just_off(sb_workspace *c, sb_ball a, bool outward)
{
    const sb_ball part = sb_scaled(a, -200);
    return outward ? sb_add(c, a, part) : sb_sub(c, a, part);
}
#endif
