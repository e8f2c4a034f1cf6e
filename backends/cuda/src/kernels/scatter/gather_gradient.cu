// gather_gradient.cu - the op gather_gradient (clause T7); see scatter/scatter.cuh.
#include "scatter/scatter.cuh"

SB_SCATTER_KERNELS(gather_gradient)
