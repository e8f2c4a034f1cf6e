// logaddexp.cu - log(e^a + e^b), correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/logaddexp.h"

SB_QUICK_FUNCTION_2(logaddexp, logaddexp_quick, logaddexp_to_odd)
