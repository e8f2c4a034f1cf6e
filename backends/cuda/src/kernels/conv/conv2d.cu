// conv2d.cu - the convolution over two axes: how its weight is packed (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv2d)
