// erfc.cu - the complementary error function, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/erf_f64.h"
#include "multiple/functions/erfc.h"

SB_SETTLED_1(erfc, erfc_f64(x, wide), SB_ERF_F64_ERROR, SB_ERF_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/erfc.h"

SB_QUICK_FUNCTION_1(erfc, erfc_quick, erfc_to_odd)
#endif
