// conv2d_input_gradient.cu - the gradient of conv2d with respect to its input: the packing of the
// weight (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv2d_input_gradient)
