// erf.cu - the error function, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/erf_f64.h"
#include "multiple/functions/erf.h"

SB_SETTLED_1(erf, erf_f64(x, wide), SB_ERF_F64_ERROR, SB_ERF_F64_WIDE_ERROR)
#else
#include "lanes/function.cuh"
#include "scalar/erf.h"
#include "lanes/rows.h"

SB_ENCLOSED_FUNCTION_1(erf, enclosed_erf, erf_quick, erf_to_odd)
#endif
