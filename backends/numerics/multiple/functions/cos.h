/* cos.h - cos x: transcendental for every dyadic x except 0 (Lindemann). */
#ifndef SB_FUNCTIONS_COS_H
#define SB_FUNCTIONS_COS_H

#include "multiple/circular.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_cos_known(const double *x, double *result)
{
    return sb_special(*x, SB_NAN, 1.0, 1.0, SB_NAN, result);
}

SB_MULTIPLE void sb_cos_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_cos_of(c, sb_reduced(c, *x));
}
#endif
