// tgamma.cu - the gamma function, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/gamma_f64.h"
#include "multiple/functions/tgamma.h"

SB_SETTLED_1(tgamma, tgamma_f64(x, wide), SB_TGAMMA_F64_ERROR, SB_TGAMMA_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/tgamma.h"

SB_QUICK_FUNCTION_1(tgamma, tgamma_quick, tgamma_to_odd)
#endif
