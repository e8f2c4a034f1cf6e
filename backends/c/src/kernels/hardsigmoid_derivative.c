/* hardsigmoid_derivative.c - see scalar/piecewise.h. */
#include "function.h"
#include "scalar/piecewise.h"

SB_FUNCTION_1(hardsigmoid_derivative, hardsigmoid_derivative_odd);
