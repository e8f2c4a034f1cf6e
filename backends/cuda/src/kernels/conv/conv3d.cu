// conv3d.cu - the convolution over three axes: how its weight is packed (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv3d)
