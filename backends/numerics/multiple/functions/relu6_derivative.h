/* relu6_derivative.h - 1 between 0 and 6, else 0. */
#ifndef SB_FUNCTIONS_RELU6_DERIVATIVE_H
#define SB_FUNCTIONS_RELU6_DERIVATIVE_H

#include "multiple/functions/relu_derivative.h"
#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_relu6_derivative_known(const double *x, double *result)
{
    if (!sb_is_nan(*x) && !sb_less(*x, 6.0))
        return sb_answer(SB_ZERO, result);
    return sb_relu_derivative_known(x, result);
}

#define sb_relu6_derivative_enclosed sb_nothing_enclosed
#endif
