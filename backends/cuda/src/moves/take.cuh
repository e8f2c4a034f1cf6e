// take.cuh - result[i] = x[i with the coordinate on one axis replaced by index[i]]: gather,
// index_select, embedding (clause S2).
//
// A word is the unit that one instruction moves: 16 bytes if the copied rows allow it, one byte if
// an array has an odd address. So one unit serves every format. A thread loads several words before
// it stores any of them.
#pragma once

#include "moves/index.cuh"

enum { SB_TAKEN = 4, SB_TAKE_BLOCK = 256 };

// The arguments that families/moves.py reads and fills (declared.py).
struct sb_take {
    char *result;
    const char *index, *x;
    const uint64_t *finding;
    int64_t step;    // stride of x along the axis, in bytes
    sb_walk<3> walk; // arrays: 0 the result, 1 the index, 2 x
};

template <class Word, class Index> SB_DEVICE void sb_take_words(const sb_take &a)
{
    if (sb_is_refused(a.finding))
        return;
    const int64_t step = (int64_t)gridDim.x * (SB_TAKE_BLOCK * SB_TAKEN);
    int64_t base = (int64_t)blockIdx.x * (SB_TAKE_BLOCK * SB_TAKEN) + threadIdx.x;
    for (; base < a.walk.count; base += step) {
        Word words[SB_TAKEN];
        char *to[SB_TAKEN];
#pragma unroll
        for (int i = 0; i < SB_TAKEN; i++) {
            const int64_t at = base + i * SB_TAKE_BLOCK;
            to[i] = nullptr;
            if (at < a.walk.count) {
                int64_t offsets[3] = {0, 0, 0};
                sb_walk_to(a.walk, at, offsets);
                const int64_t index = sb_index_at<Index>(a.index + offsets[1]);
                to[i] = a.result + offsets[0];
                words[i] = *reinterpret_cast<const Word *>(a.x + offsets[2] + index * a.step);
            }
        }
#pragma unroll
        for (int i = 0; i < SB_TAKEN; i++)
            if (to[i] != nullptr)
                *reinterpret_cast<Word *>(to[i]) = words[i];
    }
}

// SB_BYTES is the size of a word, and SB_B the format of the index.
#define SB_TAKE_KERNEL(op)                                                                         \
    extern "C" __global__ void __launch_bounds__(SB_TAKE_BLOCK)                                    \
        SB_JOIN_3(sb_##op, _, SB_BYTES)(const __grid_constant__ sb_take a)                         \
    {                                                                                              \
        sb_take_words<sb_word<SB_BYTES>::type, sb_second>(a);                                      \
    }
