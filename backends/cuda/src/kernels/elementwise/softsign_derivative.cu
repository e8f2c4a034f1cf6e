// softsign_derivative.cu - see scalar/softsign.h.
#include "elementwise/function.cuh"
#include "scalar/softsign.h"

SB_QUICK_FUNCTION_1(softsign_derivative, softsign_derivative_quick, softsign_derivative_to_odd)
