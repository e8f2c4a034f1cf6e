/* relu6_derivative.c - see scalar/piecewise.h. */
#include "function.h"
#include "scalar/piecewise.h"

SB_FUNCTION_1(relu6_derivative, relu6_derivative_odd);
