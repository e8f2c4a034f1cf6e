/* relu6.c - see scalar/piecewise.h. */
#include "function.h"
#include "scalar/piecewise.h"

SB_FUNCTION_1(relu6, relu6_odd);
