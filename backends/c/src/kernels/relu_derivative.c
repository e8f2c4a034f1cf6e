/* relu_derivative.c - see scalar/piecewise.h. */
#include "function.h"
#include "scalar/piecewise.h"

SB_FUNCTION_1(relu_derivative, relu_derivative_odd);
