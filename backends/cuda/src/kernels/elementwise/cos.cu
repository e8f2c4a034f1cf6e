// cos.cu - the cosine, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/sine.h"

SB_QUICK_FUNCTION_1(cos, cos_quick, cos_to_odd)
