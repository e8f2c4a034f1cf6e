/* leaky_relu_derivative.h - 1 for x > 0, else x[1], the attribute negative_slope. */
#ifndef SB_FUNCTIONS_LEAKY_RELU_DERIVATIVE_H
#define SB_FUNCTIONS_LEAKY_RELU_DERIVATIVE_H

#include "multiple/piecewise.h"

SB_MULTIPLE bool sb_leaky_relu_derivative_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return sb_answer(sb_less(0.0, *x) ? 1.0 : x[1], result);
}

#define sb_leaky_relu_derivative_enclosed sb_nothing_enclosed
#endif
