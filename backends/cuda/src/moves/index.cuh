// index.cuh - index tensors: i32 or i64, counted from 0, out of range an error (clauses S2, T7).
//
// Nothing is written before every index has been seen: a kernel leaves a finding, the first
// row-major position that is out of range, and those that write results do nothing where there is
// one. The host looks at it when all has been asked for.
#pragma once

#include "moves/finding.cuh"
#include "moves/walk.cuh"

enum { SB_INDEX_BLOCK = 256 };

// The least `position` of the block; all its threads call this. The value is thread 0's.
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

// Leaves the least `position` of the grid; every thread calls this once. Of several blocks each
// leaves its own behind the finding, which a kernel of support/index_check.cu makes of them.
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
