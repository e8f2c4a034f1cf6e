// cosh.cu - the hyperbolic cosine, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/hyperbolic.h"
#include "scalar/quick_exp.h"

SB_QUICK_FUNCTION_1(cosh, cosh_quick, cosh_to_odd)
