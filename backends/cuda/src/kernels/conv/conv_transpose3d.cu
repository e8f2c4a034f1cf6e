// conv_transpose3d.cu - the transposed convolution over three axes: how its weight is packed
// (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv_transpose3d)
