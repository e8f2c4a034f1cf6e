/* hardswish_derivative.c - see scalar/piecewise.h. */
#include "function/one_operand.h"
#include "scalar/piecewise.h"

SB_QUICK_FUNCTION_1(hardswish_derivative, hardswish_derivative_quick, hardswish_derivative_to_odd);
