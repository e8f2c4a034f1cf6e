/* log2.h - the logarithm to base 2: an integer at powers of two, else irrational.
 *
 * If 2^(a/b) = x, x^b is a power of two, so x is a power of two.
 */
#ifndef SB_FUNCTIONS_LOG2_H
#define SB_FUNCTIONS_LOG2_H

#include "multiple/exp_log.h"
#include "multiple/rounding.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_log2_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_INFINITY, SB_NEGATIVE_INFINITY, SB_INFINITY, result))
        return true;
    if (sb_is_negative(*x))
        return sb_answer(SB_NAN, result);
    int e;
    if (sb_odd_part(*x, &e) != 1)
        return false;
    return sb_answer(sb_exact((uint64_t)(e < 0 ? -e : e), 0, e < 0), result);
}

SB_MULTIPLE void sb_log2_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_div(c, sb_log(c, sb_of_double(c, *x)), sb_log_2(c));
}
#endif
