// erfinv.cu - the inverse of the error function, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/erf_inverse.h"

SB_QUICK_FUNCTION_1(erfinv, erfinv_quick, erfinv_to_odd)
