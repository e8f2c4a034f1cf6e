// weight.cu - the gradient of the weight, by tiles (clauses T4, T5).
#define SB_ALONG 1
#include "conv/tile.cuh"
#include "conv/join.cuh"

SB_TILE_KERNELS(weight)
SB_JOIN_KERNEL(weight)
