/* relu.h - x, or 0 for x < 0. */
#ifndef SB_FUNCTIONS_RELU_H
#define SB_FUNCTIONS_RELU_H

#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_relu_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return sb_answer(sb_is_negative(*x) ? SB_ZERO : *x, result);
}

#define sb_relu_enclosed sb_nothing_enclosed
#endif
