/* selu.c - see scalar/units.h. */
#include "function.h"
#include "scalar/units.h"

SB_QUICK_FUNCTION_1(selu, selu_quick, selu_odd);
