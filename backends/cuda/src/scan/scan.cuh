// scan.cuh - every prefix of a line, reduced by the tree T1 (clause T6).
//
// Prefix i is B1 + (B2 + (B3 ...)) over the aligned blocks of its i + 1 terms. So a line is scanned
// by halves (Sklansky, 1960): within a pack, among the lanes of a warp, among the packs of a lane,
// among the warps of a row. At each step, all terms of an odd half are joined with the total of the
// even half before it. Lines longer than a tile (the terms of a block) need earlier launches. These
// compute the totals of all tiles (a reduction, reduce/rows.cuh) and of all aligned groups of 2, 4,
// ... tiles. A tile joins one of these totals for each set bit of its index.
//
// The policy classes have the members that reductions use: leaf, join, absent, and finish for each
// element.
#pragma once

#include "reduce/reduce.cuh"

// Join all terms of a pack with the total before them.
template <class Rule, int V>
SB_DEVICE void sb_join_pack(typename Rule::state before, typename Rule::state (&pack)[V])
{
#pragma unroll
    for (int i = 0; i < V; i++) pack[i] = Rule::join(before, pack[i]);
}

template <class Rule, int V> SB_DEVICE void sb_scan_pack(typename Rule::state (&pack)[V])
{
#pragma unroll
    for (int level = 0; level < 4; level++)
#pragma unroll
        for (int i = 0; i < V; i++)
            if (i >> level & 1)
                pack[i] = Rule::join(pack[(i >> level << level) - 1], pack[i]);
}

// Scan among the `lanes` neighbours that share a row of packs.
template <class Rule, int V>
SB_DEVICE void sb_scan_lanes(typename Rule::state (&pack)[V], int lanes)
{
    const int lane = sb_lane();
#pragma unroll
    for (int half = 1; half < 32; half *= 2) {
        if (half >= lanes)
            break;
        const typename Rule::state before =
            sb_shuffle(pack[V - 1], lane & half ? (lane & -half) - 1 : lane);
        if (lane & half)
            sb_join_pack<Rule>(before, pack);
    }
}

// Scan among the rows of packs of a warp; 32 lanes hold each row.
template <class Rule, int U, int V> SB_DEVICE void sb_scan_packs(typename Rule::state (&line)[U][V])
{
#pragma unroll
    for (int level = 0; level < 3; level++)
#pragma unroll
        for (int j = 0; j < U; j++)
            if (j >> level & 1)
                sb_join_pack<Rule>(sb_shuffle(line[(j >> level << level) - 1][V - 1], 31), line[j]);
}

template <class Rule, int U, int V>
SB_DEVICE void sb_join_line(typename Rule::state before, typename Rule::state (&line)[U][V])
{
#pragma unroll
    for (int j = 0; j < U; j++) sb_join_pack<Rule>(before, line[j]);
}

// Scan among the warps of a row. A lane holds the total of a warp, then of the groups of 2, 4, ...
// warps that contain it.
template <class Rule, int U, int V>
SB_DEVICE void sb_scan_warps(typename Rule::state (&line)[U][V], int warps,
                             typename Rule::state *shared)
{
    typedef typename Rule::state state;
    if (warps == 1)
        return;
    const int number = (int)threadIdx.x / 32, first = number & -warps, own = number - first;
    if (sb_lane() == 31)
        shared[number] = line[U - 1][V - 1];
    __syncthreads();
    state total = shared[first + (sb_lane() & (warps - 1))];
    for (int half = 1; half < warps; half *= 2) {
        const state before = sb_shuffle(total, own & half ? (own & -half) - half : 0);
        if (own & half)
            sb_join_line<Rule, U, V>(before, line);
        total = Rule::join(total, sb_shuffle_xor(total, half));
    }
    __syncthreads();
}

// Scan tile `tile` together with the tiles before it. a.centres has the totals of tiles
// [output][tile], followed by the totals of pairs of tiles, and so on.
template <class Rule, int U, int V>
SB_DEVICE void sb_join_tiles(const sb_reduction &a, int64_t output, int64_t tile,
                             typename Rule::state (&line)[U][V])
{
    typedef typename Rule::state state;
    const state *level = reinterpret_cast<const state *>(a.centres);
    int64_t width = a.segments;
#pragma unroll 1
    for (; tile != 0; tile >>= 1) {
        if (tile & 1)
            sb_join_line<Rule, U, V>(level[output * width + tile - 1], line);
        level += a.outputs * width;
        width = (width + 1) / 2;
    }
}

template <class Rule, int U, int V>
SB_DEVICE void sb_put_line(const sb_reduction &a, int64_t output, int64_t start, int left,
                           const sb_seat &seat, const typename Rule::state (&line)[U][V])
{
    enum { M = 16 / (int)sizeof(sb_result) };
    sb_result *row = reinterpret_cast<sb_result *>(a.output) + output * a.terms + start;
#pragma unroll
    for (int j = 0; j < U; j++) {
        const int at = seat.first + j * seat.step;
#pragma unroll
        for (int part = 0; part < V; part += M) {
            sb_pack<sb_result, M> pack;
#pragma unroll
            for (int i = 0; i < M; i++) pack.v[i] = Rule::finish(line[j][part + i], a, 0);
            if (a.stored && at + V <= left) {
                sb_store_pack<sb_result, M>(row + at + part, 0, pack);
            } else {
#pragma unroll
                for (int i = 0; i < M; i++)
                    if (at + part + i < left)
                        row[at + part + i] = pack.v[i];
            }
        }
    }
}

template <class Rule, int U> SB_DEVICE void sb_scan_rows(const sb_reduction &a)
{
    typedef typename Rule::element T;
    typedef typename Rule::state state;
    enum { V = 16 / (int)sizeof(T) };
    __shared__ state shared[32];
    const sb_seat seat = sb_seat_of<U, V>(a.threads);
    const int shift = sb_log2_of(a.threads), rows = (int)blockDim.x >> shift;
    const int span = a.threads * U * V;
    const int64_t tasks = a.outputs * a.segments;
    for (int64_t base = (int64_t)blockIdx.x * rows; base < tasks;
         base += (int64_t)gridDim.x * rows) {
        const int64_t own = base + ((int)threadIdx.x >> shift);
        const int64_t task = own < tasks ? own : tasks - 1; // beyond the end, repeat the last task
        const int64_t output = sb_quotient(task, a.segments), tile = task - output * a.segments;
        const int64_t start = tile * span, rest = a.terms - start;
        const int left = rest < span ? (int)rest : span;
        T x[U * V];
        state line[U][V];
        sb_take_terms<T, U, V>(a, sb_slice(a, output), start, left, seat, x);
#pragma unroll
        for (int j = 0; j < U; j++) {
#pragma unroll
            for (int i = 0; i < V; i++) // missing terms are after all existing terms
                line[j][i] = Rule::leaf(x[j * V + i], 0, 0);
            sb_scan_pack<Rule>(line[j]);
            sb_scan_lanes<Rule>(line[j], seat.lanes);
        }
        sb_scan_packs<Rule, U, V>(line);
        sb_scan_warps<Rule, U, V>(line, seat.warps, shared);
        sb_join_tiles<Rule, U, V>(a, output, tile, line);
        if (own < tasks)
            sb_put_line<Rule, U, V>(a, output, start, left, seat, line);
    }
}

// Scan long rows. If the threads hold all terms of a row in few packs each, use few packs.
template <class Rule, int U> SB_DEVICE void sb_scan_long_rows(const sb_reduction &a)
{
    if (sb_fits_few_packs<typename Rule::element>(a))
        return sb_scan_rows<Rule, SB_FEW_PACKS>(a);
    sb_scan_rows<Rule, U>(a);
}

enum { SB_SCAN_LEVELS = 5 }; // levels that a warp computes from 32 totals

// From the totals of a level [output][terms], compute higher levels, each stored after the previous
// one.
template <class Rule> SB_DEVICE void sb_scan_levels(const sb_reduction &a)
{
    typedef typename Rule::state state;
    const int64_t groups = (a.terms + 31) / 32, warps = (int64_t)gridDim.x * (blockDim.x / 32);
    int64_t task = (int64_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    for (; task < a.outputs * groups; task += warps) {
        const int64_t output = sb_quotient(task, groups);
        const int64_t index = (task - output * groups) * 32 + sb_lane();
        state *level = reinterpret_cast<state *>(a.output);
        state total = index < a.terms
                          ? reinterpret_cast<const state *>(a.input)[output * a.terms + index]
                          : Rule::absent();
        int64_t width = a.terms;
#pragma unroll 1
        for (int half = 1; half < 1 << SB_SCAN_LEVELS && width > 1; half *= 2) {
            total = Rule::join(total, sb_shuffle_xor(total, half));
            width = (width + 1) / 2;
            if ((sb_lane() & (2 * half - 1)) == 0 && index < a.terms)
                level[output * width + index / (2 * half)] = total;
            level += a.outputs * width;
        }
    }
}

#define SB_SCAN(op, rule)                                                                          \
    SB_REDUCTION_ENTRY(op, short, SB_ROW_THREADS) { sb_scan_rows<rule, 1>(a); }                    \
    SB_REDUCTION_ENTRY(op, rows, SB_ROW_THREADS)                                                   \
    {                                                                                              \
        sb_scan_long_rows<rule, sb_packs<rule>::count>(a);                                         \
    }                                                                                              \
    SB_REDUCTION_ENTRY(op, totals, SB_ROW_THREADS)                                                 \
    {                                                                                              \
        sb_reduce_rows<rule, sb_packs<rule>::count>(a);                                            \
    }                                                                                              \
    SB_REDUCTION_ENTRY(op, levels, SB_ROW_THREADS) { sb_scan_levels<rule>(a); }
