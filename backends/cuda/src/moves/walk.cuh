// walk.cuh - places in several arrays of one shape, by row-major number.
#pragma once

#include "memory.cuh"

enum { SB_WALK_RANK = 32 };

// A length to divide by; `inverse` is floor((2^64 - 1) / length).
struct sb_length {
    int64_t value;
    uint64_t inverse;
};

// number / length, for 0 <= number < 2^63. The product with the inverse is above number / length -
// 1/2 before it is cut to an integer, so at most one too small.
SB_DEVICE int64_t sb_quotient(int64_t number, const sb_length &length)
{
    const int64_t quotient = (int64_t)__umul64hi((uint64_t)number, length.inverse);
    return quotient + (number - quotient * length.value >= length.value);
}

// number = number / length; returns the rest.
SB_DEVICE int64_t sb_take_digit(int64_t &number, const sb_length &length)
{
    const int64_t quotient = sb_quotient(number, length), rest = number - quotient * length.value;
    number = quotient;
    return rest;
}

// As `walk_type` in placing/walk.py makes it; strides are in bytes.
template <int arrays> struct sb_walk {
    int64_t count;
    int32_t rank;
    int32_t unused;
    sb_length shape[SB_WALK_RANK];
    int64_t strides[arrays][SB_WALK_RANK];
};

// Adds to `offsets` where element `index` lies in each array.
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
