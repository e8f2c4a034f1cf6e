// conv1d_weight_gradient.cu - the gradient of conv1d with respect to its weight: the packing of the
// gradient of its result (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv1d_weight_gradient)
