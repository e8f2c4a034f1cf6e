/* log10.h - the logarithm to base 10: an integer at powers of ten, else irrational.
 *
 * If 10^(a/b) = x, x^b is a power of ten, so x is a power of ten. The negative powers of ten are
 * not dyadic.
 */
#ifndef SB_FUNCTIONS_LOG10_H
#define SB_FUNCTIONS_LOG10_H

#include "multiple/exp_log.h"
#include "multiple/rounding.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_log10_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_INFINITY, SB_NEGATIVE_INFINITY, SB_INFINITY, result))
        return true;
    if (sb_is_negative(*x))
        return sb_answer(SB_NAN, result);
    int e;
    const uint64_t m = sb_odd_part(*x, &e);
    uint64_t power = 1;
    int n = 0;
    for (; power < m; n++) power *= 5; /* m < 2^53 */
    return power == m && n == e && sb_answer(sb_exact((uint64_t)n, 0, false), result);
}

SB_MULTIPLE void sb_log10_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_div(c, sb_log(c, sb_of_double(c, *x)), sb_log_10(c));
}
#endif
