// walk.cuh - offsets in several arrays of one shape, from a row-major index.
#pragma once

#include "lengths.cuh"
#include "memory.cuh"

enum { SB_WALK_RANK = 32 };

// The structure that `walk_type` in launching/placing/walk.py makes. Strides are in bytes.
template <int arrays> struct sb_walk {
    int64_t count;
    int32_t rank;
    int32_t unused;
    sb_length shape[SB_WALK_RANK];
    int64_t strides[arrays][SB_WALK_RANK];
};

// Add the offset of element `index` in each array to `offsets`.
template <int arrays>
SB_DEVICE void sb_walk_to(const sb_walk<arrays> &walk, int64_t index, int64_t (&offsets)[arrays])
{
#pragma unroll 1
    for (int axis = walk.rank - 1; axis >= 0; axis--) {
        const int64_t at = axis > 0 ? sb_take_digit(index, walk.shape[axis]) : index;
#pragma unroll
        for (int i = 0; i < arrays; i++) offsets[i] += at * walk.strides[i][axis];
    }
}
