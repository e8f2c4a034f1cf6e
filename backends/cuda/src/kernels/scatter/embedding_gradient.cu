// embedding_gradient.cu - the op embedding_gradient (clause T7); see scatter/scatter.cuh.
#include "scatter/scatter.cuh"

SB_SCATTER_KERNELS(embedding_gradient)
