// erf.cu - the error function, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/erf.h"

SB_QUICK_FUNCTION_1(erf, erf_quick, erf_odd)
