/* selu_derivative.c - see scalar/units.h. */
#include "function.h"
#include "scalar/units.h"

SB_QUICK_FUNCTION_1(selu_derivative, selu_derivative_quick, selu_derivative_odd);
