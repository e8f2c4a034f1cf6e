// conv1d_weight_gradient.cu - the gradient of conv1d with respect to its weight: how the gradient
// of its outcome is packed (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv1d_weight_gradient)
