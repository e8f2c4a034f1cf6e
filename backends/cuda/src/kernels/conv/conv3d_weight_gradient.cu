// conv3d_weight_gradient.cu - the gradient of conv3d with respect to its weight: how the gradient
// of its outcome is packed (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv3d_weight_gradient)
