// index.cuh - index tensors: i32 or i64, counted from 0. An index out of range is an error (clauses
// S2, T7).
//
// Every index is checked before any result is written. A kernel stores a finding, which is the
// first row-major position with an index out of range. Kernels that write results do nothing if
// there is a finding. Python reads it after the last launch.
#pragma once

#include "moves/finding.cuh"
#include "moves/walk.cuh"

enum { SB_INDEX_BLOCK = 256 };

// Return the smallest `position` of the block in thread 0. All threads of the block call this.
SB_DEVICE uint64_t sb_least_position(uint64_t position)
{
    __shared__ uint64_t least[SB_INDEX_BLOCK];
    const int t = (int)threadIdx.x;
    if (!__syncthreads_or(position != SB_NO_POSITION))
        return SB_NO_POSITION;
    least[t] = position;
    __syncthreads();
    for (int half = (int)blockDim.x / 2; half > 0; half /= 2) {
        if (t < half && least[t + half] < least[t])
            least[t] = least[t + half];
        __syncthreads();
    }
    return least[0];
}

// Store the smallest `position` of the grid. Every thread calls this once. With several blocks,
// each block stores its own position behind the finding, and a kernel of support/index_check.cu
// combines them.
SB_DEVICE void sb_leave_position(uint64_t *finding, uint64_t position)
{
    position = sb_least_position(position);
    if (threadIdx.x == 0)
        finding[gridDim.x == 1 ? 0 : 1 + blockIdx.x] = position;
}

template <class Index> SB_DEVICE int64_t sb_index_at(const char *p)
{
    return (int64_t)*reinterpret_cast<const Index *>(p);
}
