// walk.cuh - places in several arrays of one shape, by row-major number.
#pragma once

#include "memory.cuh"

enum { SB_WALK_RANK = 32 };

// As `Walk` in placing/walk.py; strides are in bytes.
template <int arrays> struct sb_walk {
    int64_t count;
    int32_t rank;
    int32_t unused;
    int64_t shape[SB_WALK_RANK];
    int64_t strides[arrays][SB_WALK_RANK];
};

// index = index / length, and the rest; both below 2^31 in most walks.
SB_DEVICE int64_t sb_take_digit(int64_t &index, int64_t length)
{
    int64_t rest;
    if (((uint64_t)index | (uint64_t)length) <= 0x7fffffffu) {
        const uint32_t whole = (uint32_t)index / (uint32_t)length;
        rest = (int64_t)((uint32_t)index - whole * (uint32_t)length);
        index = (int64_t)whole;
    } else {
        const int64_t whole = index / length;
        rest = index - whole * length;
        index = whole;
    }
    return rest;
}

// Adds to `offsets` where element `index` lies in each array.
template <int arrays>
SB_DEVICE void sb_walk_to(const sb_walk<arrays> &walk, int64_t index, int64_t (&offsets)[arrays])
{
#pragma unroll 1
    for (int axis = walk.rank - 1; axis >= 0; axis--) {
        const int64_t at = axis > 0 ? sb_take_digit(index, walk.shape[axis]) : index;
#pragma unroll
        for (int i = 0; i < arrays; i++)
            offsets[i] += at * walk.strides[i][axis];
    }
}
