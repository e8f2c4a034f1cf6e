/* hardswish.c - see scalar/piecewise.h. */
#include "function.h"
#include "scalar/piecewise.h"

SB_FUNCTION_1(hardswish, hardswish_odd);
