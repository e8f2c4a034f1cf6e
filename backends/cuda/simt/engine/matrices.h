// matrices.h - products of matrices of bytes that the lanes of a warp make together.
#pragma once

#include "state.h"

namespace simt
{

inline bool is_of_matrices(int kind) { return kind >= SIMT_WARP_MMA_U8_U8; }

// All 32 lanes have arrived: give each its elements of A * B + C.
void multiply_matrices(const Thread *lanes, int kind);

} // namespace simt
