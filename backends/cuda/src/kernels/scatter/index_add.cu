// index_add.cu - the op index_add (clause T7); see scatter/scatter.cuh.
#include "scatter/scatter.cuh"

SB_SCATTER_KERNELS(index_add)
