// conv_transpose1d.cu - the transposed convolution over one axis: the packing of its weight
// (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv_transpose1d)
