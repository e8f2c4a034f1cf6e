// erf.cu - the error function, correctly rounded (clauses R1, R2, S1, S4).
#include "lanes/function.cuh"
#include "scalar/erf.h"
#include "lanes/rows.h"

SB_ENCLOSED_FUNCTION_1(erf, enclosed_erf, erf_quick, erf_to_odd)
