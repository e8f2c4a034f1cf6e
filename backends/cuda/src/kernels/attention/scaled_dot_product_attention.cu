// scaled_dot_product_attention.cu - attention in one pass over the keys (clause T8).
//
// SB_MASK is the format of the mask. SB_FLAGS is 1 for a mask of bools.
#include "attention/forward.cuh"

extern "C" __global__ void __launch_bounds__(SB_ATTENTION_THREADS)
    SB_JOIN(sb_scaled_dot_product_attention_, SB_A)(const __grid_constant__ sb_attention a)
{
    sb_attend(a);
}
