// pad.cu - the op pad (clauses R5, S2): for each word of the result, compute its position in x.
//
// Words are as in moves/take.cuh. `value` is the constant on the device, repeated to fill 16 bytes.
#include "moves/walk.cuh"

enum { SB_PAD_CONSTANT, SB_PAD_REFLECT, SB_PAD_REPLICATE, SB_PAD_CIRCULAR, SB_PAD_BLOCK = 256 };

// The arguments that launching/placing/pad.py reads and fills (declared.py).
struct sb_pad {
    char *result;
    const char *x, *value;
    int64_t mode;
    int64_t phases;               // number of words in an element, or 1: a power of two
    int64_t before[SB_WALK_RANK]; // number of words or elements before x, for each axis
    int64_t sizes[SB_WALK_RANK];  // sizes of x
    sb_walk<2> walk;              // walk over the result; arrays: 0 the result, 1 x
};

typedef sb_word<SB_BYTES>::type sb_padded;

// Return the coordinate in x. In mode constant, set `outside` if the position is outside of x.
SB_DEVICE int64_t sb_pad_source(int64_t mode, int64_t at, int64_t size, bool &outside)
{
    if (at >= 0 && at < size)
        return at;
    if (mode == SB_PAD_REFLECT)
        return at < 0 ? -at : 2 * (size - 1) - at;
    if (mode == SB_PAD_REPLICATE)
        return at < 0 ? 0 : size - 1;
    if (mode == SB_PAD_CIRCULAR)
        return at < 0 ? at + size : at - size;
    outside = true;
    return 0;
}

extern "C" __global__ void __launch_bounds__(SB_PAD_BLOCK)
    SB_JOIN(sb_pad_, SB_BYTES)(const __grid_constant__ sb_pad a)
{
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; at < a.walk.count; at += step) {
        int64_t rest = at, from = 0, to = 0, phase = 0;
        bool outside = false;
#pragma unroll 1
        for (int axis = a.walk.rank - 1; axis >= 0; axis--) {
            const int64_t digit = axis > 0 ? sb_take_digit(rest, a.walk.shape[axis]) : rest;
            phase = axis == a.walk.rank - 1 ? digit & (a.phases - 1) : phase;
            to += digit * a.walk.strides[0][axis];
            from += sb_pad_source(a.mode, digit - a.before[axis], a.sizes[axis], outside) *
                    a.walk.strides[1][axis];
        }
        const char *source = outside ? a.value + phase * SB_BYTES : a.x + from;
        *reinterpret_cast<sb_padded *>(a.result + to) =
            *reinterpret_cast<const sb_padded *>(source);
    }
}
