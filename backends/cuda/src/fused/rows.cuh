// rows.cuh - the common part of kernels that are generated from declared graphs over rows (clauses
// G1, R4, T1).
//
// The threads of a row read it once for each reduction of the graph, and once for the results. From
// the second time on, the row comes from a cache. If one segment holds the row, it stays in
// registers (`whole`). All intermediate values are computed in registers: each node by the policy
// class of its own kernel, and each tree by the policy class of its reduction. row_formulas.py
// writes the formula, and support/rows.cu has the entries.
#pragma once

#include "elementwise/bits.cuh"
#include "fused/stages.cuh"
#include "reduce/reduce.cuh"

enum { SB_ROWS_ARRAYS = 10, SB_ROWS_NUMBERS = 8 };
enum { SB_ROWS_TERMS = 16, SB_ROWS_THREADS = 512 };

// The arguments that families/rows.py fills (declared.py): first operands, then results, all
// contiguous.
struct sb_rows {
    int64_t rows, terms;
    int64_t every; // the period, in rows, of arrays with one element for each row
    char *data[SB_ROWS_ARRAYS];
    uint64_t numbers[SB_ROWS_NUMBERS]; // bit patterns of the host scalars (G3)
    uint32_t taken;                    // bit i: the condition of branch i holds
    int32_t packed;                    // bit i: rows of array i start at multiples of 16 bytes
    int32_t threads;                   // number of threads per row
    int32_t single;                    // bit i: array i has one element for all rows
};

// Load terms from start + seat on, at most `left` of them. The other terms are zeros.
template <int U, int V, class T>
SB_DEVICE void sb_take_row(const sb_rows &a, int which, int64_t row, int64_t start, int left,
                           const sb_seat &seat, T (&x)[U * V])
{
    const T *from = reinterpret_cast<const T *>(a.data[which]) + row * a.terms + start;
#pragma unroll
    for (int j = 0; j < U; j++) {
        const int at = seat.first + j * seat.step;
        sb_pack<T, V> pack;
        memset(&pack, 0, sizeof pack);
        if (((a.packed >> which) & 1) && at + V <= left) {
            pack = sb_load_pack<T, V>(from + at, 0);
        } else {
#pragma unroll
            for (int i = 0; i < V; i++)
                if (at + i < left)
                    pack.v[i] = from[at + i];
        }
#pragma unroll
        for (int i = 0; i < V; i++) x[j * V + i] = pack.v[i];
    }
}

template <int U, int V, class T>
SB_DEVICE void sb_put_row(const sb_rows &a, int which, int64_t row, int64_t start, int left,
                          const sb_seat &seat, const T (&x)[U * V])
{
    enum { W = V * (int)sizeof(T) > 16 ? 16 / (int)sizeof(T) : V }; // T may be wider than terms
    T *to = reinterpret_cast<T *>(a.data[which]) + row * a.terms + start;
#pragma unroll
    for (int j = 0; j < U * V / W; j++) {
        const int at = seat.first + j * W / V * seat.step + j * W % V;
        sb_pack<T, W> pack;
#pragma unroll
        for (int i = 0; i < W; i++) pack.v[i] = x[j * W + i];
        if (((a.packed >> which) & 1) && at + W <= left) {
            sb_store_pack<T, W>(to + at, 0, pack);
        } else {
#pragma unroll
            for (int i = 0; i < W; i++)
                if (at + i < left)
                    to[at + i] = pack.v[i];
        }
    }
}

// The tree over the nodes of segments, which come in order. Node i represents 2^i segments (T1).
template <class Rule, bool whole> struct sb_segments {
    typedef typename Rule::state state;
    enum { MOST = 48 };
    state level[MOST];
    uint64_t count = 0;
    SB_DEVICE void push(state node)
    {
        int i = 0;
        for (; (count >> i) & 1; i++) node = Rule::join(level[i], node);
        level[i] = node;
        count++;
    }
    SB_DEVICE state root() const
    {
        int i = __ffsll((long long)count) - 1;
        state node = level[i];
        for (i++; (count >> i) != 0; i++)
            if ((count >> i) & 1)
                node = Rule::join(level[i], node);
        return node;
    }
};

template <class Rule> struct sb_segments<Rule, true> {
    typename Rule::state node;
    SB_DEVICE void push(typename Rule::state x) { node = x; }
    SB_DEVICE typename Rule::state root() const { return node; }
};

// Apply the last operations of a reduction over a row.
template <class Rule> SB_DEVICE sb_result sb_finished(typename Rule::state root, const sb_rows &a)
{
    sb_reduction reduction;
    reduction.divisor = (double)(long long)a.terms;
    return Rule::finish(a.terms == 0 ? Rule::nothing() : root, reduction, 0);
}

// Return an element of an array with one element for each row (with period `every`).
template <class T> SB_DEVICE T sb_row_number(const sb_rows &a, int which, int64_t row)
{
    return reinterpret_cast<const T *>(a.data[which])[row - sb_quotient(row, a.every) * a.every];
}

// Return the element for a row: the array has one element for each row, or one for all rows.
template <class T> SB_DEVICE T sb_number_at(const sb_rows &a, int which, int64_t row)
{
    return reinterpret_cast<const T *>(a.data[which])[(a.single >> which) & 1 ? 0 : row];
}

// Return one term of a row.
template <class T, class Index>
SB_DEVICE T sb_row_term(const sb_rows &a, int which, int64_t row, Index term)
{
    return reinterpret_cast<const T *>(a.data[which])[row * a.terms + (int64_t)term];
}

// Return the finding of the check of the call's indices.
SB_DEVICE const uint64_t *sb_finding_of(const sb_rows &a, int which)
{
    return reinterpret_cast<const uint64_t *>(a.data[which]);
}

template <class T> SB_DEVICE void sb_put_number(const sb_rows &a, int which, int64_t row, T x)
{
    reinterpret_cast<T *>(a.data[which])[row] = x;
}

// Return the number of terms in the segment that begins at `start`.
SB_DEVICE int sb_left(const sb_rows &a, int64_t start, int64_t span)
{
    return (int)(a.terms - start < span ? a.terms - start : span);
}

// Loop over the rows of these threads. Beyond the end, threads repeat the last row and store
// nothing.
#define SB_EACH_ROW(a)                                                                             \
    const sb_seat seat = sb_seat_of<U, V>(a.threads);                                              \
    const int shift = sb_log2_of(a.threads), rows = (int)blockDim.x >> shift;                      \
    const int64_t span = (int64_t)a.threads * N;                                                   \
    for (int64_t base = (int64_t)blockIdx.x * rows, own, row;                                      \
         own = base + ((int)threadIdx.x >> shift), row = own < a.rows ? own : a.rows - 1,          \
                 base < a.rows;                                                                    \
         base += (int64_t)gridDim.x * rows)
