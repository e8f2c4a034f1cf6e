// softsign.cu - see scalar/softsign.h.
#include "elementwise/function.cuh"
#include "scalar/softsign.h"

SB_QUICK_FUNCTION_1(softsign, softsign_quick, softsign_to_odd)
