/* softplus.c - see scalar/softplus.h. */
#include "function.h"
#include "scalar/softplus.h"

SB_FUNCTION_1(softplus, softplus_odd);
