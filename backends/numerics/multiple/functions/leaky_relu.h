/* leaky_relu.h - x for x > 0, else slope x; x[1] is the attribute negative_slope.
 *
 * The product has 106 bits or fewer, so its ball is exact, and a tie is rounded correctly. */
#ifndef SB_FUNCTIONS_LEAKY_RELU_H
#define SB_FUNCTIONS_LEAKY_RELU_H

#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_leaky_relu_known(const double *x, double *result)
{
    const double slope = x[1];
    if (sb_is_nan(*x) || (sb_is_infinite(*x) && sb_is_negative(*x) && sb_is_zero(slope)))
        return sb_answer(SB_NAN, result);
    if (!sb_is_negative(*x) && !sb_is_zero(*x))
        return sb_answer(*x, result);
    if (!sb_is_infinite(*x) && !sb_is_zero(*x) && !sb_is_zero(slope))
        return false;
    const double size = sb_signed(sb_is_infinite(*x) ? SB_INFINITY : SB_ZERO, slope);
    return sb_answer(sb_is_negative(*x) ? sb_opposite(size) : size, result);
}

SB_MULTIPLE void sb_leaky_relu_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_mul(c, sb_of_double(c, x[1]), sb_of_double(c, *x));
}
#endif
