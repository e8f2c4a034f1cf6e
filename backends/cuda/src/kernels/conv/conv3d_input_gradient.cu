// conv3d_input_gradient.cu - the gradient of conv3d with respect to its input: how the weight is
// packed (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv3d_input_gradient)
