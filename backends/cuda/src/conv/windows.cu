// windows.cu - forward convolutions and gradients of the input, by tiles (clauses T4, T5).
#include "conv/tile.cuh"
#include "conv/join.cuh"

SB_TILE_KERNELS(windows)
SB_JOIN_KERNEL(windows)
