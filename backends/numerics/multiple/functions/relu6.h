/* relu6.h - relu, up to 6. */
#ifndef SB_FUNCTIONS_RELU6_H
#define SB_FUNCTIONS_RELU6_H

#include "multiple/functions/relu.h"
#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_relu6_known(const double *x, double *result)
{
    if (!sb_is_nan(*x) && sb_less(6.0, *x))
        return sb_answer(6.0, result);
    return sb_relu_known(x, result);
}

#define sb_relu6_enclosed sb_nothing_enclosed
#endif
