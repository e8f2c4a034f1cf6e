// cospi.cu - cos(pi x), correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/sine.h"

SB_QUICK_FUNCTION_1(cospi, cospi_quick, cospi_to_odd)
