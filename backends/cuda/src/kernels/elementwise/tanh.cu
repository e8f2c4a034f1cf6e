// tanh.cu - the hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/tanh.h"

SB_SETTLED_1(tanh, tanh_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "lanes/function.cuh"
#include "scalar/tanh.h"
#include "lanes/rows.h"

SB_ENCLOSED_FUNCTION_1(tanh, enclosed_tanh, tanh_quick, tanh_to_odd)
#endif
