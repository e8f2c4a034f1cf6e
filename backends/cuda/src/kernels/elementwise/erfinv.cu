// erfinv.cu - the inverse of the error function, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "multiple/functions/erfinv.h"

SB_SETTLED_ALONE_1(erfinv)
#else
#include "elementwise/function.cuh"
#include "scalar/erf_inverse.h"

SB_QUICK_FUNCTION_1(erfinv, erfinv_quick, erfinv_to_odd)
#endif
