// scatter_add.cu - the op scatter_add (clause T7); see scatter/scatter.cuh.
#include "scatter/scatter.cuh"

SB_SCATTER_KERNELS(scatter_add)
