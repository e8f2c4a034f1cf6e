// conv1d_input_gradient.cu - the gradient of conv1d with respect to its input: the packing of the
// weight (clauses T4, T5).
#include "conv/pack.cuh"

SB_PACKING(conv1d_input_gradient)
