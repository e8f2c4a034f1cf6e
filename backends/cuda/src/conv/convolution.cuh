// convolution.cuh - the argument of the kernels that compute convolutions, and the stores of
// results.
//
// A convolution is one product for each group: rows by columns, over `terms` terms of each of
// `outers` contractions, which T1 joins.
//     forward and gradient of the input: rows are output channels, columns the positions of all
//     samples, terms (channel, tap), one contraction;
//     gradient of the weight (SB_ALONG): rows are output channels, columns (channel, tap), terms
//     the positions of a sample, a contraction for each sample.
// The operand without windows is packed (pack.cuh). If there are few results, the sum is cut into
// slices, which are subtrees of T1: a power of two of blocks of one contraction, or of whole
// contractions.
#pragma once

#include "conv/window.cuh"

enum { SB_BLOCK = 256, SB_DEPTH = 8 }; // terms of a block (T4), and of a tile in shared memory

// The arguments that families/conv.py reads and fills (declared.py). Strides are in elements, and
// `y` is the result.
struct sb_convolution {
    sb_window window;
    const void *x;
    const sb_number *packed; // [group][outer][terms_packed][rows_packed]
    const sb_side *taps;     // for each term, without SB_ALONG
    const void *bias;        // by row; NULL if absent
    void *y;
    void *levels; // sums that wait to be joined
    void *parts;  // [slice][group][row][column] unrounded; NULL: not sliced
    int64_t groups, rows, columns, terms, outers;
    int64_t rows_packed, terms_packed;
    int64_t slices, slices_inside; // in total, and in each contraction
    int64_t blocks_of_slice, outers_of_slice;
    int64_t x_group, x_sample;
    int64_t y_group, y_row, y_outer, y_axis[3], bias_stride;
    int32_t inner_levels, all_levels;
    int32_t even; // quads of columns are adjacent in y, and quads of rows are aligned
    int32_t unused;
};

// Return the offset of a column in y, relative to its row and group.
SB_DEVICE int64_t sb_column_place(const sb_convolution &p, const sb_split &s)
{
    int64_t place = s.outer * p.y_outer;
#pragma unroll
    for (int i = 0; i < 3; i++) place += s.at[i] * p.y_axis[i];
    return place;
}

SB_DEVICE sb_split sb_column(const sb_convolution &p, int64_t column)
{
#ifdef SB_ALONG
    return sb_split_of((sb_index)column, p.window.taps);
#else
    return sb_split_of((sb_index)column, p.window.positions);
#endif
}

// Return the bias of a row; without a bias -0, which changes no sum.
SB_DEVICE sb_number sb_bias(const sb_convolution &p, int64_t group, int64_t row)
{
    typedef sb_result_form::stored stored;
    if (p.bias == nullptr)
        return sb_nothing<sb_number>();
    return sb_result_form::load(
        static_cast<const stored *>(p.bias)[(group * p.rows + row) * p.bias_stride]);
}

SB_DEVICE sb_result_form::stored *sb_row_of_y(const sb_convolution &p, int64_t group, int64_t row)
{
    return static_cast<sb_result_form::stored *>(p.y) + (group * p.y_group + row * p.y_row);
}
