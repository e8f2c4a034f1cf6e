// matrices.h - matrix products of bytes, which the lanes of a warp compute together.
#pragma once

#include "state.h"

namespace simt
{

inline bool is_of_matrices(int kind) { return kind >= SIMT_WARP_MMA_U8_U8; }

// All 32 lanes have arrived: give each lane its elements of A * B + C.
void multiply_matrices(const Thread *lanes, int kind);

} // namespace simt
