/* atan2.h - the angle of a point (y is the first operand, x the second): transcendental off the
 * axes and diagonals (Lindemann).
 *
 * For t = y/x with |t| < 2^-100, atan t is between t (1 - t^2 / 3) and t. No midpoint of two
 * binary64 numbers is strictly between t (1 - 2^-200) and t: for a midpoint b, which has at most 54
 * bits, y - b x is 0, or at least 2^-108 |y|. */
#ifndef SB_FUNCTIONS_ATAN2_H
#define SB_FUNCTIONS_ATAN2_H

#include "multiple/arctangent.h"
#include "multiple/nearly.h"
#include "multiple/special.h"

/* Return the angle for a positive ordinate, or for a point on an axis or a diagonal. */
SB_MULTIPLE sb_ball sb_angle_of(sb_workspace *c, double ordinate, double abscissa)
{
    const bool left = sb_is_negative(abscissa);
    if (sb_is_infinite(ordinate) && sb_is_infinite(abscissa))
        return sb_scaled(sb_times(c, sb_pi(c), left ? 3 : 1), -2);
    if (sb_is_infinite(ordinate) || (sb_is_zero(abscissa) && !sb_is_zero(ordinate)))
        return sb_scaled(sb_pi(c), -1);
    if (sb_is_infinite(abscissa) || sb_is_zero(ordinate))
        return sb_pi(c);
    const sb_ball across = sb_of_double(c, sb_signed(abscissa, 1.0));
    const sb_ball tangent = sb_div(c, sb_of_double(c, ordinate), across);
    if (left)
        return sb_sub(c, sb_pi(c), sb_atan(c, tangent));
    return tangent.exponent < -100 ? sb_just_off(c, tangent, false) : sb_atan(c, tangent);
}

/* y is the first operand, x the second. Every result has the sign of y. */
SB_MULTIPLE bool sb_atan2_known(const double *x, double *result)
{
    const double ordinate = x[0], abscissa = x[1];
    if (sb_is_nan(ordinate) || sb_is_nan(abscissa))
        return sb_answer(SB_NAN, result);
    const bool flat = sb_is_zero(ordinate) || sb_is_infinite(abscissa);
    if (!flat || sb_is_infinite(ordinate) || sb_is_negative(abscissa))
        return false;
    return sb_answer(sb_signed(SB_ZERO, ordinate), result);
}

SB_MULTIPLE void sb_atan2_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball angle = sb_angle_of(c, sb_signed(x[0], 1.0), x[1]);
    *value = sb_is_negative(x[0]) ? sb_negated(angle) : angle;
}
#endif
