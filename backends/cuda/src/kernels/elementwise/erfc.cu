// erfc.cu - the complementary error function, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/erfc.h"

SB_QUICK_FUNCTION_1(erfc, erfc_quick, erfc_to_odd)
