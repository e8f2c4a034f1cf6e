// draws.cuh - random ops (clauses D1, D2). They have no operands. Each element is made of the
// random words of its index in the whole tensor.
//
// A policy class states how many words an element takes, 1 or 2, and computes the element from
// them, the low word first:
//
//   enum { words = 1 };
//   static SB_DEVICE sb_result value(uint32_t low, uint32_t high, const int64_t *numbers)
//
// The index of an element is 4 q + r. A whole tensor has at most 2^65 elements, so q fits in 63
// bits. Four elements that begin at a multiple of 4 are a quad. A quad is made of one block of four
// words, or of two blocks.
#pragma once

#include "moves/walk.cuh"
#include "scalar/philox.h"

enum { SB_DRAW_NUMBERS = 2, SB_DRAW_BLOCK = 256 };

// The arguments that families/draws.py reads and fills (declared.py).
struct sb_draw {
    char *result;
    uint32_t key[2], stream[2];
    int64_t numbers[SB_DRAW_NUMBERS]; // values of the op's own attributes
    int64_t quad, rest;               // q and r of the first element
    int32_t together;                 // true if the result is contiguous with consecutive indices
    int32_t aligned;                  // true if addresses of elements are multiples of their size
    sb_walk<3> walk;                  // arrays: 0 the result, 1 q of the index, 2 r of the index
};

// Return word `number` of a block. (An array in registers cannot be indexed by a variable.)
SB_DEVICE uint32_t sb_pick(const uint32_t (&w)[4], int number)
{
    const uint32_t low = number & 1 ? w[1] : w[0], high = number & 1 ? w[3] : w[2];
    return number & 2 ? high : low;
}

// Return element `place` (0 to 3) of a quad.
template <class Rule>
SB_DEVICE sb_result sb_drawn(const sb_draw &a, const philox_source &source, int64_t quad, int place)
{
    uint32_t w[4];
    if ((int)Rule::words == 1) {
        philox_block(&source, (uint64_t)quad, w, 1);
        return Rule::value(sb_pick(w, place), 0, a.numbers);
    }
    philox_block(&source, 2 * (uint64_t)quad + (uint64_t)(place >> 1), w, 1);
    return Rule::value(place & 1 ? w[2] : w[0], place & 1 ? w[3] : w[1], a.numbers);
}

// Compute a quad of a result with consecutive elements. Each block of words is computed once.
template <class Rule>
SB_DEVICE void sb_draw_quad(const sb_draw &a, const philox_source &source, int64_t number)
{
    enum { each = 4 / (int)Rule::words };
#pragma unroll 1
    for (int block = 0; block < (int)Rule::words; block++) {
        uint32_t w[4];
        philox_block(&source, (uint64_t)(a.quad + number) * (int)Rule::words + (uint64_t)block, w,
                     1);
#pragma unroll 1
        for (int i = 0; i < (int)each; i++) {
            const int64_t at = 4 * number - a.rest + block * (int)each + i;
            const int first = i * (int)Rule::words;
            if (at >= 0 && at < a.walk.count)
                sb_store<sb_result>(
                    a.result + at * (int64_t)sizeof(sb_result),
                    Rule::value(sb_pick(w, first), sb_pick(w, first + 1), a.numbers), true);
        }
    }
}

template <class Rule> SB_DEVICE void sb_draw_all(const sb_draw &a)
{
    const philox_source source = {{a.key[0], a.key[1]}, {a.stream[0], a.stream[1]}};
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (a.together) {
        for (; 4 * at < a.rest + a.walk.count; at += step) sb_draw_quad<Rule>(a, source, at);
        return;
    }
    for (; at < a.walk.count; at += step) {
        int64_t offsets[3] = {0, a.quad, a.rest};
        sb_walk_to(a.walk, at, offsets);
        const int64_t quad = offsets[1] + (offsets[2] >> 2);
        const sb_result y = sb_drawn<Rule>(a, source, quad, (int)(offsets[2] & 3));
        sb_store<sb_result>(a.result + offsets[0], y, a.aligned);
    }
}

#define SB_DRAW(op, rule)                                                                          \
    extern "C" __global__ void __launch_bounds__(SB_DRAW_BLOCK)                                    \
        sb_##op(const __grid_constant__ sb_draw a)                                                 \
    {                                                                                              \
        sb_draw_all<rule>(a);                                                                      \
    }

// Return two words as a 64-bit random number.
SB_DEVICE uint64_t sb_draw_of_two(uint32_t low, uint32_t high)
{
    return low | (uint64_t)high << 32;
}
