// scatter.cuh - sums (T1) of the contributions to each destination (clause T7), without atomics.
//
// Items (order/radix.cuh) of destinations and positions are sorted stably by destination. The
// contributions to one destination, a group, are then adjacent and in order. Groups are cut into
// pieces of 32 items, counted from the start of the group: each piece is a subtree of T1. A thread
// sums the pieces that start in a window of 32 items, for one carried column. The sum of a group of
// one piece is final. Sums of longer groups are stored, and a second kernel adds them. Missing
// terms are -0, the identity of addition.
//
// Storage of a piece's sum: a window has at most one start of a long group, and before it at most
// one later piece of a different group. So the window and the flag "starts a group" identify a
// slot.
#pragma once

#include "moves/index.cuh"
#include "order/radix.cuh"
#include "scatter/adding.cuh"

enum { SB_PIECE = 32, SB_GROUPED = 8, SB_SCATTER_BLOCK = 256 };

#if SB_KEYED
typedef sb_keyed sb_destined;
#else
typedef uint64_t sb_destined;
#endif

// A group of more than one piece, in the window where it starts; `length` is 0 without a group.
struct sb_long_group {
    int64_t start, length;
};

// The arguments that families/scatter.py reads and fills (declared.py).
struct sb_scatter {
    const sb_destined *items; // rows of items
    int64_t rows, length;     // of a row: number of items
    int64_t goals;            // this key and larger ones have no destination
    const char *updates, *prior;
    char *result;
    sb_sum *pieces;        // for each row, window, "starts a group" and column
    sb_long_group *groups; // for each row and window
    const uint64_t *finding;
    sb_length windows; // number of windows per row
    int64_t columns;
    int64_t lanes;        // a power of two: threads that divide the columns of a window
    sb_walk<1> positions; // walk over the updates: rows, then positions in a row
    sb_walk<2> goal_walk; // walk over rows, then keys; arrays: 0 the result, 1 the prior
    sb_walk<3> carried;   // walk over columns; arrays: 0 the updates, 1 the result, 2 the prior
};

// The start of a row of items, and a column.
struct sb_column {
    const sb_destined *items;
    int64_t row, column;
    int64_t offsets[3]; // offsets of the column: updates, result, prior
};

SB_DEVICE sb_column sb_column_at(const sb_scatter &a, int64_t row, int64_t column)
{
    sb_column c = {a.items + row * a.length, row, column, {0, 0, 0}};
    sb_walk_to(a.carried, column, c.offsets);
    return c;
}

// Return the first item of the group of item i. The search doubles its steps, then bisects.
SB_DEVICE int64_t sb_group_start(const sb_column &c, int64_t i)
{
    const uint64_t key = sb_key_of(c.items[i]);
    int64_t inside = i, step = 1;
    while (inside >= step && sb_key_of(c.items[inside - step]) == key) {
        inside -= step;
        step *= 2;
    }
    for (; step > 0; step /= 2)
        if (inside >= step && sb_key_of(c.items[inside - step]) == key)
            inside -= step;
    return inside;
}

// Return the index after the last item of the group of item i.
SB_DEVICE int64_t sb_group_end(const sb_column &c, int64_t i, int64_t length)
{
    const uint64_t key = sb_key_of(c.items[i]);
    int64_t inside = i, step = 1;
    while (step < length - inside && sb_key_of(c.items[inside + step]) == key) {
        inside += step;
        step *= 2;
    }
    for (; step > 0; step /= 2)
        if (step < length - inside && sb_key_of(c.items[inside + step]) == key)
            inside += step;
    return inside + 1;
}

SB_DEVICE sb_sum sb_update(const sb_scatter &a, const sb_column &c, int64_t item)
{
    const int64_t position = c.row * a.length + sb_place_of(c.items[item]);
    int64_t offsets[1] = {c.offsets[0]};
    if (a.positions.rank <= 1)
        offsets[0] += position * a.positions.strides[0][0];
    else
        sb_walk_to(a.positions, position, offsets);
    return sb_sums::wide(*reinterpret_cast<const sb_first *>(a.updates + offsets[0]));
}

// Return T1 over N nodes; N is a power of two.
template <int N> SB_DEVICE sb_sum sb_tree(sb_sum (&node)[N])
{
#pragma unroll
    for (int half = N / 2; half > 0; half /= 2)
#pragma unroll
        for (int i = 0; i < half; i++) node[i] = node[2 * i] + node[2 * i + 1];
    return node[0];
}

// Return T1 over items start .. start + count - 1, with 1 <= count <= SB_PIECE: first groups of
// eight, then ((0 1) (2 3)).
SB_DEVICE sb_sum sb_piece(const sb_scatter &a, const sb_column &c, int64_t start, int count)
{
    sb_sum left = sb_adding<sb_sum>::absent(), right = left;
#pragma unroll 1
    for (int from = 0; from < count; from += SB_GROUPED) {
        sb_sum terms[SB_GROUPED];
#pragma unroll
        for (int i = 0; i < SB_GROUPED; i++) {
            terms[i] = sb_adding<sb_sum>::absent();
            if (from + i < count)
                terms[i] = sb_update(a, c, start + from + i);
        }
        const sb_sum eight = sb_tree(terms);
        if (from < SB_PIECE / 2)
            left = from == 0 ? eight : left + eight;
        else
            right = from == SB_PIECE / 2 ? eight : right + eight;
    }
    return left + right;
}

// Finish the sum of a destination: the prior, if there is one, plus y, rounded to the result's
// format.
SB_DEVICE void sb_finish(const sb_scatter &a, const sb_column &c, uint64_t key, sb_sum y)
{
    int64_t offsets[2] = {c.offsets[1], c.offsets[2]};
    sb_walk_to(a.goal_walk, c.row * a.goals + (int64_t)key, offsets);
    if (a.prior != nullptr)
        y = sb_sums::wide(*reinterpret_cast<const sb_first *>(a.prior + offsets[1])) + y;
    *reinterpret_cast<sb_first *>(a.result + offsets[0]) = sb_sums::narrow(y);
}

// Return the address of the sum of the piece that begins at item i.
SB_DEVICE sb_sum *sb_slot(const sb_scatter &a, const sb_column &c, int64_t i, bool starts)
{
    return a.pieces + ((c.row * a.windows.value + i / SB_PIECE) * 2 + starts) * a.columns +
           c.column;
}

SB_DEVICE void sb_set_group(const sb_scatter &a, const sb_column &c, int64_t window, int64_t start,
                            int64_t length)
{
    sb_long_group *group = &a.groups[c.row * a.windows.value + window];
    group->start = start;
    group->length = length;
}

SB_DEVICE void sb_sum_window(const sb_scatter &a, const sb_column &c, int64_t window)
{
    const int64_t first = window * SB_PIECE;
    const int64_t end = first + SB_PIECE < a.length ? first + SB_PIECE : a.length;
    int64_t start = sb_group_start(c, first);
    if (c.column == 0)
        sb_set_group(a, c, window, 0, 0);
    for (int64_t i = first; i < end; i++) {
        const uint64_t key = sb_key_of(c.items[i]);
        if (i > first && sb_key_of(c.items[i - 1]) != key)
            start = i;
        if ((i - start) % SB_PIECE != 0 || key >= (uint64_t)a.goals)
            continue;
        int count = 1;
        while (count < SB_PIECE && i + count < a.length && sb_key_of(c.items[i + count]) == key)
            count++;
        const sb_sum sum = sb_piece(a, c, i, count);
        const bool more = i + count < a.length && sb_key_of(c.items[i + count]) == key;
        if (i == start && !more) {
            sb_finish(a, c, key, sum);
            continue;
        }
        *sb_slot(a, c, i, i == start) = sum;
        if (i == start && c.column == 0)
            sb_set_group(a, c, window, start, sb_group_end(c, i, a.length) - start);
    }
}

// Return the sum of piece `piece` of a long group.
SB_DEVICE sb_sum sb_piece_sum(const sb_scatter &a, const sb_column &c, int64_t start, int64_t piece)
{
    return *sb_slot(a, c, start + piece * SB_PIECE, piece == 0);
}

// Return T1 over pieces begin .. end - 1 of a long group. `begin` is a multiple of a power of two
// that is at least end - begin. Groups of eight pieces are joined by a binary counter.
SB_DEVICE sb_sum sb_sum_pieces(const sb_scatter &a, const sb_column &c, int64_t start,
                               int64_t begin, int64_t end)
{
    sb_sum levels[60];
    int64_t eights = 0;
    for (int64_t at = begin; at < end; at += SB_GROUPED, eights++) {
        sb_sum node[SB_GROUPED];
#pragma unroll
        for (int i = 0; i < SB_GROUPED; i++)
            node[i] =
                at + i < end ? sb_piece_sum(a, c, start, at + i) : sb_adding<sb_sum>::absent();
        sb_sum sum = sb_tree(node);
        int level = 0;
        for (; (eights >> level) & 1; level++) sum = levels[level] + sum;
        levels[level] = sum;
    }
    sb_sum sum = sb_adding<sb_sum>::absent();
    for (int level = 0; eights >> level; level++)
        if ((eights >> level) & 1)
            sum = levels[level] + sum;
    return sum;
}

// Sum a long group by the threads of a block: a.lanes adjacent threads take one column each. The
// block has several such sets of threads, and each takes an aligned part of the group.
SB_DEVICE void sb_sum_long_group(const sb_scatter &a, int64_t row, int64_t start, int64_t length,
                                 int64_t strip, sb_sum *nodes)
{
    const int lanes = (int)a.lanes, parts = (int)blockDim.x / lanes;
    const int lane = (int)threadIdx.x % lanes, part = (int)threadIdx.x / lanes;
    const int64_t column = strip * lanes + lane;
    const int64_t pieces = (length + SB_PIECE - 1) / SB_PIECE;
    int64_t size = 1;
    while (size * parts < pieces) size *= 2;
    const int64_t begin = part * size, end = begin + size < pieces ? begin + size : pieces;
    const bool here = column < a.columns;
    const sb_column c = sb_column_at(a, row, here ? column : 0);
    if (here && begin < end)
        nodes[threadIdx.x] = sb_sum_pieces(a, c, start, begin, end);
    __syncthreads();
    for (int step = 1; step < parts; step *= 2) {
        if (here && part % (2 * step) == 0 && (part + step) * size < pieces)
            nodes[threadIdx.x] = nodes[threadIdx.x] + nodes[threadIdx.x + step * lanes];
        __syncthreads();
    }
    if (here && part == 0)
        sb_finish(a, c, sb_key_of(c.items[start]), nodes[threadIdx.x]);
    __syncthreads();
}

// Sum the pieces of windows. A thread takes one column of a window; a.lanes adjacent threads share
// a window.
SB_DEVICE void sb_sum_windows(const sb_scatter &a)
{
    const int lanes = (int)a.lanes, together = (int)blockDim.x / lanes;
    const int64_t column = (int64_t)blockIdx.y * lanes + (int)threadIdx.x % lanes;
    int64_t at = (int64_t)blockIdx.x * together + (int)threadIdx.x / lanes;
    for (; at < a.rows * a.windows.value; at += (int64_t)gridDim.x * together) {
        int64_t row = at;
        const int64_t window = sb_take_digit(row, a.windows);
        for (int64_t j = column; j < a.columns; j += (int64_t)gridDim.y * lanes)
            sb_sum_window(a, sb_column_at(a, row, j), window);
    }
}

// Sum the long groups. A block reads as many windows as it has threads, and sums the long groups
// that start there.
SB_DEVICE void sb_sum_long_groups(const sb_scatter &a)
{
    __shared__ int64_t starts[SB_SCATTER_BLOCK], lengths[SB_SCATTER_BLOCK];
    __shared__ uint64_t storage[SB_SCATTER_BLOCK]; // sums of any type
    sb_sum *nodes = reinterpret_cast<sb_sum *>(storage);
    const int t = (int)threadIdx.x;
    const int64_t windows = a.rows * a.windows.value;
    int64_t base = (int64_t)blockIdx.x * blockDim.x;
    for (; base < windows; base += (int64_t)gridDim.x * blockDim.x) {
        const bool here = base + t < windows;
        const int64_t length = here ? a.groups[base + t].length : 0;
        lengths[t] = length;
        starts[t] = here ? a.groups[base + t].start : 0;
        if (__syncthreads_or(length != 0))
            for (int i = 0; i < (int)blockDim.x; i++)
                for (int64_t strip = blockIdx.y; lengths[i] != 0 && strip * a.lanes < a.columns;
                     strip += gridDim.y)
                    sb_sum_long_group(a, sb_quotient(base + i, a.windows), starts[i], lengths[i],
                                      strip, nodes);
        __syncthreads();
    }
}

// The two kernels of an op. SB_A is the format of the updates.
#define SB_SCATTER_KERNELS(op)                                                                     \
    extern "C" __global__ void __launch_bounds__(SB_SCATTER_BLOCK, 3)                              \
        SB_JOIN_3(sb_##op##_windows, _, SB_A)(const __grid_constant__ sb_scatter a)                \
    {                                                                                              \
        if (!sb_is_refused(a.finding))                                                             \
            sb_sum_windows(a);                                                                     \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(SB_SCATTER_BLOCK, 3)                              \
        SB_JOIN_3(sb_##op##_long, _, SB_A)(const __grid_constant__ sb_scatter a)                   \
    {                                                                                              \
        if (!sb_is_refused(a.finding))                                                             \
            sb_sum_long_groups(a);                                                                 \
    }
