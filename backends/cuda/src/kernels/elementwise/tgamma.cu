// tgamma.cu - the gamma function, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "multiple/functions/tgamma.h"

SB_SETTLED_ALONE_1(tgamma)
#else
#include "elementwise/function.cuh"
#include "scalar/tgamma.h"

SB_QUICK_FUNCTION_1(tgamma, tgamma_quick, tgamma_to_odd)
#endif
