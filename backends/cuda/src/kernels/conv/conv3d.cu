// conv3d.cu - the convolution over three axes: the packing of its weight (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv3d)
