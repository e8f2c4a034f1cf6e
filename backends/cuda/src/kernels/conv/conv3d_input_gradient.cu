// conv3d_input_gradient.cu - the gradient of conv3d with respect to its input: the packing of the
// weight (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv3d_input_gradient)
