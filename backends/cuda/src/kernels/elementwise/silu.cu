// silu.cu - x / (1 + exp(-x)), correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/silu.h"

SB_SETTLED_1(silu, silu_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "lanes/function.cuh"
#include "scalar/sigmoid.h"
#include "lanes/exp.h"

SB_ENCLOSED_FUNCTION_1(silu, enclosed_silu, silu_quick, silu_to_odd)
#endif
