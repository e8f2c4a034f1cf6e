// lgamma.cu - the logarithm of |gamma(x)|, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "multiple/functions/lgamma.h"

SB_SETTLED_ALONE_1(lgamma)
#else
#include "elementwise/function.cuh"
#include "scalar/lgamma.h"

SB_QUICK_FUNCTION_1(lgamma, lgamma_quick, lgamma_to_odd)
#endif
