/* logaddexp.h - log(e^x + e^y) = M + log(1 + e^-d), where M is the larger operand and d the
 * distance of both operands.
 *
 * e^x + e^y = e^z has no algebraic solution (Lindemann and Weierstrass), so no finite case is
 * exact. For M < 0 the sum cancels if e^x + e^y is near 1, and the loop continues with more bits.
 * For M = 0 the value is below e^-d, which is below 2^-1075 for d > 746.
 */
#ifndef SB_FUNCTIONS_LOGADDEXP_H
#define SB_FUNCTIONS_LOGADDEXP_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_logaddexp_known(const double *x, double *result)
{
    if (sb_is_nan(x[0]) || sb_is_nan(x[1]))
        return sb_answer(SB_NAN, result);
    const bool first = sb_less(x[1], x[0]);
    const double most = first ? x[0] : x[1], least = first ? x[1] : x[0];
    if (sb_is_infinite(most) || sb_is_infinite(least))
        return sb_answer(sb_is_zero(most) ? SB_ZERO : most, result);
    return sb_is_zero(most) && sb_less(least, -746.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_logaddexp_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const bool first = sb_less(x[1], x[0]);
    const sb_ball most = sb_of_double(c, first ? x[0] : x[1]);
    const sb_ball least = sb_of_double(c, first ? x[1] : x[0]);
    *value = sb_add(c, most, sb_log1p(c, sb_exp(c, sb_sub(c, least, most))));
}
#endif
