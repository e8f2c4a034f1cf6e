// softsign_derivative.cu - see scalar/softsign.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/angle_f64.h"
#include "multiple/functions/softsign_derivative.h"

SB_SETTLED_1(softsign_derivative, softsign_derivative_f64(x), SB_PLAIN_F64_ERROR,
             SB_PLAIN_F64_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/softsign.h"

SB_QUICK_FUNCTION_1(softsign_derivative, softsign_derivative_quick, softsign_derivative_to_odd)
#endif
