// conv_transpose3d.cu - the transposed convolution over three axes: the packing of its weight
// (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv_transpose3d)
