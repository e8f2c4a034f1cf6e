/* softplus.c - see scalar/softplus.h. */
#include "function.h"
#include "scalar/softplus.h"

SB_QUICK_FUNCTION_1(softplus, softplus_quick, softplus_odd);
