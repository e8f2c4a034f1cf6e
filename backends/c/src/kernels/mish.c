/* mish.c - see scalar/mish.h. */
#include "function.h"
#include "scalar/mish.h"

SB_FUNCTION_1(mish, mish_odd);
