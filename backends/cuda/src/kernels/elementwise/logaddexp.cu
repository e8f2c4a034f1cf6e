// logaddexp.cu - log(e^a + e^b), correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/log_f64.h"
#include "multiple/functions/logaddexp.h"

SB_SETTLED_2(logaddexp, logaddexp_f64(x, z, wide), SB_DIFFERENCE_F64_ERROR,
             SB_DIFFERENCE_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/logaddexp.h"

SB_QUICK_FUNCTION_2(logaddexp, logaddexp_quick, logaddexp_to_odd)
#endif
