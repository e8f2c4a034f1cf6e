// places.cuh - moves of one operand by coordinates (clause S2). For each element of the result, a
// policy class of the op computes the position in x, one axis after another:
//
//   static SB_DEVICE int64_t from(int64_t at, int64_t size,
//                                 const int64_t (&numbers)[SB_PLACE_NUMBERS])
//
// It returns the coordinate in x, whose axis has `size` elements, for the coordinate `at` of the
// result, or -1 if the element is +0. `numbers` are the attributes of the axis, in declared order;
// launching/placing/places.py knows which attributes it can pass.
#pragma once

#include "moves/walk.cuh"

enum { SB_PLACE_NUMBERS = 4, SB_PLACE_BLOCK = 256 };

// The arguments that launching/placing/places.py reads and fills (declared.py).
struct sb_places {
    char *result;
    const char *x;
    int64_t words;               // number of words of SB_BYTES bytes in an element
    int64_t sizes[SB_WALK_RANK]; // sizes of x
    int64_t numbers[SB_WALK_RANK][SB_PLACE_NUMBERS];
    sb_walk<2> walk; // walk over the elements of the result; arrays: 0 the result, 1 x
};

template <class Rule> SB_DEVICE void sb_move_places(const sb_places &a)
{
    typedef sb_word<SB_BYTES>::type word;
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; at < a.walk.count; at += step) {
        int64_t rest = at, from = 0, to = 0;
        bool outside = false;
#pragma unroll 1
        for (int axis = a.walk.rank - 1; axis >= 0; axis--) {
            const int64_t digit = axis > 0 ? sb_take_digit(rest, a.walk.shape[axis]) : rest;
            const int64_t source = Rule::from(digit, a.sizes[axis], a.numbers[axis]);
            outside = outside || source < 0;
            to += digit * a.walk.strides[0][axis];
            from += source * a.walk.strides[1][axis];
        }
#pragma unroll 1
        for (int64_t i = 0; i < a.words; i++) {
            word bits = {};
            if (!outside)
                bits = *reinterpret_cast<const word *>(a.x + from + i * SB_BYTES);
            *reinterpret_cast<word *>(a.result + to + i * SB_BYTES) = bits;
        }
    }
}

#define SB_PLACES(op, rule)                                                                        \
    extern "C" __global__ void __launch_bounds__(SB_PLACE_BLOCK)                                   \
        SB_JOIN_3(sb_##op, _, SB_BYTES)(const __grid_constant__ sb_places a)                       \
    {                                                                                              \
        sb_move_places<rule>(a);                                                                   \
    }
