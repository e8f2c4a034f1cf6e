/* hypot.h - sqrt(x^2 + y^2).
 *
 * The sum of the squares is a natural number times a power of four, so its root is rational only if
 * the sum is a square s^2. If s has 54 bits or fewer and x > y > 0, then s - x = y^2 / (s + x) is
 * at least 2^-54 x, so y is at least 2^-28 x. Then the squares and their sum fit in 4 limbs, the
 * square root is exact (root.h), and the ball has radius 0, so that even a tie is rounded
 * correctly.
 */
#ifndef SB_FUNCTIONS_HYPOT_H
#define SB_FUNCTIONS_HYPOT_H

#include "multiple/root.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_hypot_known(const double *x, double *result)
{
    if (sb_is_infinite(x[0]) || sb_is_infinite(x[1]))
        return sb_answer(SB_INFINITY, result);
    if (sb_is_nan(x[0]) || sb_is_nan(x[1]))
        return sb_answer(SB_NAN, result);
    return sb_is_zero(x[0]) && sb_is_zero(x[1]) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_hypot_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball first = sb_of_double(c, x[0]), second = sb_of_double(c, x[1]);
    *value = sb_sqrt(c, sb_add(c, sb_square(c, first), sb_square(c, second)));
}
#endif
