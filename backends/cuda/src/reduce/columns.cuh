// columns.cuh - reductions of adjacent slices: neighbouring threads take neighbouring slices.
//
// A thread reads LENGTH terms of one slice, in groups of GROUP terms. The threads of a block in one
// column take the next LENGTH terms each, and combine their nodes in shared memory.
#pragma once

#include "reduce/reduction.cuh"

enum { SB_GROUP = 16, SB_LENGTH = 64, SB_COLUMN_THREADS = 256 };

// Return the node over terms start .. start + SB_LENGTH - 1 of a slice, or the terms of these that
// exist.
template <class Rule, class Centre>
SB_DEVICE typename Rule::state sb_tree_of_column(const sb_reduction &a, const char *slice,
                                                 int64_t start, Centre centre)
{
    typedef typename Rule::element T;
    typedef typename Rule::state state;
    state node = Rule::absent(), first = node, second = node;
#pragma unroll 1
    for (int group = 0; group < SB_LENGTH / SB_GROUP; group++) {
        const int64_t at = start + group * SB_GROUP;
        T x[SB_GROUP];
        state leaf[SB_GROUP];
        const bool plain =
            a.run == a.terms && at + SB_GROUP <= a.terms; // one stride, and no missing term
        if (plain) {
            const char *from = slice + at * a.stride;
#pragma unroll
            for (int i = 0; i < SB_GROUP; i++)
                x[i] = *reinterpret_cast<const T *>(from + i * a.stride);
        } else {
            sb_walk walk = sb_walk_from(a, at < a.terms ? at : 0);
#pragma unroll
            for (int i = 0; i < SB_GROUP; i++) {
                x[i] = at + i < a.terms ? *reinterpret_cast<const T *>(slice + walk.offset) : T(0);
                sb_walk_on(a, walk);
            }
        }
        Rule::template leaves<SB_GROUP, SB_GROUP>(leaf, x, at, 0, centre);
        if (!plain) {
#pragma unroll
            for (int i = 0; i < SB_GROUP; i++)
                leaf[i] = at + i < a.terms ? leaf[i] : Rule::absent();
        }
        node = sb_tree_of_registers<Rule>(leaf);
        if (group & 1)
            node = Rule::join(first, node);
        else
            first = node;
        if (group == 1)
            second = node;
    }
    return Rule::join(second, node);
}

template <class Rule> SB_DEVICE void sb_reduce_columns(const sb_reduction &a)
{
    typedef typename Rule::state state;
    __shared__ state shared[SB_COLUMN_THREADS];
    const int across = (int)blockDim.x, along = (int)blockDim.y; // powers of two
    const int64_t blocks = (a.inner + across - 1) >> sb_log2_of(across);
    const int64_t tasks = sb_quotient(a.outputs, a.inner) * a.segments * blocks;
    for (int64_t task = blockIdx.x; task < tasks; task += gridDim.x) {
        const int64_t row = sb_quotient(task, blocks), outer = sb_quotient(row, a.segments);
        const int64_t column = (task - row * blocks) * across + (int)threadIdx.x;
        const int64_t segment = row - outer * a.segments;
        const bool inside = column < a.inner;
        const int64_t inner = inside ? column : a.inner - 1, output = outer * a.inner + inner;
        const char *slice = a.input + (outer * a.outer_stride + inner * a.inner_stride);
        const typename Rule::centre_state centre =
            Rule::centre_found(sb_centre_found<Rule>(a, output));
        const int64_t start = (segment * along + (int)threadIdx.y) * SB_LENGTH;
        state node = sb_tree_of_column<Rule>(a, slice, start, centre);
        state *mine = shared + (int)threadIdx.y * across + (int)threadIdx.x;
        for (int stride = 1; stride < along; stride *= 2) {
            *mine = node;
            __syncthreads();
            if (((int)threadIdx.y & (2 * stride - 1)) == 0)
                node = Rule::join(node, mine[stride * across]);
            __syncthreads();
        }
        if (!inside || threadIdx.y != 0)
            continue;
        if (a.last)
            sb_put_result(a, output, Rule::finish(node, a, centre));
        else
            reinterpret_cast<state *>(a.output)[output * a.segments + segment] = node;
    }
}
