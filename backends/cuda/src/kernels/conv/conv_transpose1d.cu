// conv_transpose1d.cu - the transposed convolution over one axis: how its weight is packed (clauses
// T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv_transpose1d)
