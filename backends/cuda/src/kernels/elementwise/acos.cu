// acos.cu - the arc cosine, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/arcsine.h"

SB_QUICK_FUNCTION_1(acos, acos_quick, acos_to_odd)
