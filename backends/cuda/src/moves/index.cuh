// index.cuh - index tensors: i32 or i64, counted from 0, out of range an error (clauses S2, T7).
//
// Nothing is written before every index has been seen: a kernel of its own leaves, for each block,
// the first row-major position that is out of range, and the host takes the least of them.
#pragma once

#include "moves/walk.cuh"

enum { SB_INDEX_BLOCK = 256 };

#define SB_NO_POSITION 0xffffffffffffffffull

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

template <class Index> SB_DEVICE int64_t sb_index_at(const char *p)
{
    return (int64_t)*reinterpret_cast<const Index *>(p);
}
