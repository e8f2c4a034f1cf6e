// conv2d.cu - the convolution over two axes: the packing of its weight (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv2d)
