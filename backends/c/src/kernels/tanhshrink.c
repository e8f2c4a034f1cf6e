/* tanhshrink.c - see scalar/tanhshrink.h. */
#include "function.h"
#include "scalar/tanhshrink.h"

SB_QUICK_FUNCTION_1(tanhshrink, tanhshrink_quick, tanhshrink_odd);
