/* hardswish.c - see scalar/piecewise.h. */
#include "function.h"
#include "scalar/piecewise.h"

SB_QUICK_FUNCTION_1(hardswish, hardswish_quick, hardswish_odd);
