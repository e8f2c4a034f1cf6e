/* selu_derivative.c - see scalar/units.h. */
#include "function.h"
#include "scalar/units.h"

SB_FUNCTION_1(selu_derivative, selu_derivative_odd);
