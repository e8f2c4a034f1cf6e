// pack.cuh - the operand without windows in the layout for tiles, and the table of taps. The layout
// is numbers of the compute format by term, then row, so that a quad of rows is one load.
//
// Tiles of 32 x 32 are transposed in shared memory: they are read along the terms and written along
// the rows. Rows are padded with zeros, which are not used, to a multiple of 4. Terms are padded
// with -0 to a multiple of 8; their taps read outside x, where it is +0 (see tile.cuh).
#pragma once

#include "conv/window.cuh"

// Rows are padded to a multiple of SB_QUAD.
enum { SB_SIDE = 32, SB_LINES = 8, SB_SQUARE_THREADS = SB_SIDE * SB_LINES, SB_QUAD = 4 };

// This is a structure, because a plain array of numbers would have a constructor on the emulated
// machine.
struct sb_square {
    sb_number at[SB_SIDE][SB_SIDE + 1];
};

// The arguments that families/conv.py reads and fills (declared.py). Strides are in elements.
struct sb_packing {
    sb_window window;      // used for the table
    sb_divider lengths[3]; // a term's index is divided into (channel, axes)
    const void *source;
    sb_number *to; // [group][outer][terms_packed][rows_packed]
    sb_side *taps; // by term; NULL: no table
    int64_t groups, outers, rows, terms, rows_packed, terms_packed;
    int64_t group, outer, row, channel, axis[3];
};

SB_DEVICE void sb_tabulate(const sb_packing &p)
{
    const int64_t own =
        (int64_t)blockIdx.x * (SB_SIDE * SB_LINES) + threadIdx.y * SB_SIDE + threadIdx.x;
    for (int64_t k = own; k < p.terms_packed; k += (int64_t)gridDim.x * (SB_SIDE * SB_LINES))
        p.taps[k] = k < p.terms ? sb_side_of_tap(p.window, sb_split_of((sb_index)k, p.window.taps))
                                : sb_side_outside();
}

SB_DEVICE void sb_pack_operand(const sb_packing &p)
{
    __shared__ sb_square square;
    const int64_t along = (p.terms_packed + SB_SIDE - 1) / SB_SIDE;
    const int64_t down = (p.rows_packed + SB_SIDE - 1) / SB_SIDE;
    const int64_t squares = along * down * p.groups * p.outers;
#pragma unroll 1
    for (int64_t number = blockIdx.x; number < squares; number += gridDim.x) {
        const int64_t matrix = number / along / down; // [group][outer]
        const int64_t first_term = number % along * SB_SIDE;
        const int64_t first_row = number / along % down * SB_SIDE;
        const int64_t term = first_term + threadIdx.x;
        const sb_stored *from = static_cast<const sb_stored *>(p.source) +
                                (matrix / p.outers * p.group + matrix % p.outers * p.outer);
        if (term < p.terms) {
            const sb_split split = sb_split_of((sb_index)term, p.lengths);
            from += split.outer * p.channel;
            for (int i = 0; i < 3; i++) from += split.at[i] * p.axis[i];
        }
        for (int line = threadIdx.y; line < SB_SIDE; line += SB_LINES) {
            sb_number x = sb_nothing<sb_number>();
            if (term < p.terms && first_row + line < p.rows)
                x = sb_first_form::load(from[(first_row + line) * p.row]);
            square.at[line][threadIdx.x] = x;
        }
        __syncthreads();
        const int64_t row = first_row + threadIdx.x;
        for (int line = threadIdx.y; line < SB_SIDE; line += SB_LINES)
            if (row < p.rows_packed && first_term + line < p.terms_packed)
                p.to[(matrix * p.terms_packed + first_term + line) * p.rows_packed + row] =
                    square.at[threadIdx.x][line];
        __syncthreads();
    }
    if (p.taps != nullptr)
        sb_tabulate(p);
}

// The kernel that packs the operand that is not read through windows: the weight, or the gradient
// of the result.
#define SB_PACKING(op)                                                                             \
    extern "C" __global__ void __launch_bounds__(SB_SQUARE_THREADS)                                \
        SB_JOIN_3(sb_##op, _, SB_A)(const __grid_constant__ sb_packing p)                          \
    {                                                                                              \
        sb_pack_operand(p);                                                                        \
    }
