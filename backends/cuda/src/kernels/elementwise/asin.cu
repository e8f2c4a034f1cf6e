// asin.cu - the arc sine, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/arcsine.h"

SB_QUICK_FUNCTION_1(asin, asin_quick, asin_to_odd)
