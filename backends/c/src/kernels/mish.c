/* mish.c - see scalar/mish.h. */
#include "function.h"
#include "scalar/mish.h"

SB_QUICK_FUNCTION_1(mish, mish_quick, mish_odd);
