/* hardswish.c - see scalar/piecewise.h. */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "function/one_operand.h"
#include "scalar/piecewise.h"

SB_QUICK_FUNCTION_1(hardswish, hardswish_quick, hardswish_to_odd);
