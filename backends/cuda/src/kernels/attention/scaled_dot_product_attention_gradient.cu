// scaled_dot_product_attention_gradient.cu - the gradients of attention (clause T8.9).
//
// SB_MASK is the format of the mask. SB_FLAGS is 1 for a mask of bools.
#include "attention/backward.cuh"

#define SB_GRADIENT_ENTRY(stage)                                                                   \
    extern "C" __global__ void __launch_bounds__(SB_ATTENTION_THREADS)                             \
        SB_JOIN_3(sb_scaled_dot_product_attention_gradient_, stage##_,                             \
                  SB_A)(const __grid_constant__ sb_attention_gradient a)

SB_GRADIENT_ENTRY(statistics) { sb_attention_statistics(a); }

SB_GRADIENT_ENTRY(queries) { sb_attention_products<false>(a); }

SB_GRADIENT_ENTRY(keys) { sb_attention_products<true>(a); }
