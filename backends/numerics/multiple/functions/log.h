/* log.h - the natural logarithm: transcendental for every dyadic x except 1 (Lindemann). */
#ifndef SB_FUNCTIONS_LOG_H
#define SB_FUNCTIONS_LOG_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_log_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NAN, SB_NEGATIVE_INFINITY, SB_NEGATIVE_INFINITY, SB_INFINITY, result))
        return true;
    if (sb_is_negative(*x))
        return sb_answer(SB_NAN, result);
    return sb_same(*x, 1.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_log_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_log(c, sb_of_double(c, *x));
}
#endif
