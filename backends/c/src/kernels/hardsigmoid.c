/* hardsigmoid.c - see scalar/piecewise.h. */
#include "function/one_operand.h"
#include "scalar/piecewise.h"

SB_QUICK_FUNCTION_1(hardsigmoid, hardsigmoid_quick, hardsigmoid_to_odd);
