// conv_transpose2d.cu - the transposed convolution over two axes: the packing of its weight
// (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv_transpose2d)
