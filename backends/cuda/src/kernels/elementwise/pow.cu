// pow.cu - x to the power y, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/pow.h"

SB_QUICK_FUNCTION_2(pow, pow_quick, pow_to_odd)
