// rows.cuh - reductions in which a group of threads reads contiguous terms: a row, or a segment of
// a row.
//
// A thread holds U packs of V terms (16 bytes) each, 32 * V terms apart. All packs are loaded
// before they are used. A warp reduces U * 32 * V terms. Groups of up to 32 threads share a warp (U
// = 1, short rows). Longer groups take several warps, which combine their nodes in shared memory.
#pragma once

#include "reduce/reduction.cuh"

// Return the node over the warps of a group. Every lane of a warp passes the node of its warp. All
// threads of the block call this together. `shared` has space for 32 nodes.
template <class Rule>
SB_DEVICE typename Rule::state sb_tree_of_warps(typename Rule::state node, int warps,
                                                typename Rule::state *shared)
{
    if (warps == 1)
        return node;
    const int warp = (int)threadIdx.x / 32, lane = sb_lane(), first = warp & -warps;
    if (lane == 0)
        shared[warp] = node;
    __syncthreads();
    node = shared[first + (lane & (warps - 1))];
    node = sb_tree_of_lanes<Rule>(node, warps);
    __syncthreads();
    return node;
}

// The position of a thread in its row.
struct sb_seat {
    int first, step; // the first term of its first pack, and the distance to the next pack
    int lanes, warps;

    // Return whether all of the thread's `packs` of `terms` are among the first `left` terms.
    SB_DEVICE bool is_whole(int packs, int terms, int left) const
    {
        return first + (packs - 1) * step + terms <= left;
    }
};

// Return the position of this thread in a row of `threads` threads, a power of two.
template <int U, int V> SB_DEVICE sb_seat sb_seat_of(int threads)
{
    const int lanes = threads < 32 ? threads : 32, place = (int)threadIdx.x & (threads - 1);
    const int lane = place & (lanes - 1), warp = place / 32;
    return {(warp * U * lanes + lane) * V, lanes * V, lanes, threads < 32 ? 1 : threads / 32};
}

// Load terms from start + seat on, at most `left` of them. The other terms are zeros. Terms stay in
// whole words until all are loaded. Otherwise each 16-bit term would need its own move instruction.
template <class T, int U, int V>
SB_DEVICE void sb_take_terms(const sb_reduction &a, const char *slice, int64_t start, int left,
                             const sb_seat &seat, T (&x)[U * V])
{
    typedef typename sb_word<V *(int)sizeof(T)>::type word;
    word words[U];
    if (a.packed && a.run == a.terms && seat.is_whole(U, V, left)) {
        const word *first =
            reinterpret_cast<const word *>(slice + (start + seat.first) * (int64_t)sizeof(T));
#pragma unroll
        for (int j = 0; j < U; j++) words[j] = first[j * seat.lanes];
    } else if (a.run == a.terms && a.stride == (int)sizeof(T)) {
        const T *first = reinterpret_cast<const T *>(slice) + (start + seat.first);
#pragma unroll
        for (int j = 0; j < U; j++) {
            const int at = j * seat.step;
            sb_pack<T, V> pack;
            memset(&pack, 0, sizeof pack);
            if (a.packed && seat.first + at + V <= left) {
                pack = sb_load_pack<T, V>(first + at, 0);
            } else {
#pragma unroll
                for (int i = 0; i < V; i++)
                    if (seat.first + at + i < left)
                        pack.v[i] = first[at + i];
            }
            memcpy(&words[j], &pack, sizeof pack);
        }
    } else {
#pragma unroll
        for (int j = 0; j < U; j++) {
            const int at = seat.first + j * seat.step;
            sb_pack<T, V> pack;
            memset(&pack, 0, sizeof pack);
            if (at < left) {
                sb_walk walk = sb_walk_from(a, start + at);
                if (a.packed && at + V <= left) {
                    pack = sb_load_pack<T, V>(slice + walk.offset, 0);
                } else {
#pragma unroll
                    for (int i = 0; i < V; i++) {
                        if (at + i < left)
                            pack.v[i] = *reinterpret_cast<const T *>(slice + walk.offset);
                        sb_walk_on(a, walk);
                    }
                }
            }
            memcpy(&words[j], &pack, sizeof pack);
        }
    }
#pragma unroll
    for (int j = 0; j < U; j++) {
        sb_pack<T, V> pack;
        memcpy(&pack, &words[j], sizeof pack);
#pragma unroll
        for (int i = 0; i < V; i++) x[j * V + i] = pack.v[i];
    }
}

// The tree over the leaves of a row's terms. All threads of the row get the root.
template <class Rule, int U, int V, class T, class Centre>
SB_DEVICE typename Rule::state sb_tree_of_terms(const T (&x)[U * V], int64_t start, int left,
                                                const sb_seat &seat, Centre centre,
                                                typename Rule::state *shared)
{
    typedef typename Rule::state state;
    state leaf[U * V], node[U];
    Rule::template leaves<U * V, V>(leaf, x, start + seat.first, (int64_t)seat.step, centre);
    if (!seat.is_whole(U, V, left)) {
#pragma unroll
        for (int j = 0; j < U; j++)
#pragma unroll
            for (int i = 0; i < V; i++)
                if (seat.first + j * seat.step + i >= left)
                    leaf[j * V + i] = Rule::absent();
    }
#pragma unroll
    for (int j = 0; j < U; j++) {
        state pack[V];
#pragma unroll
        for (int i = 0; i < V; i++) pack[i] = leaf[j * V + i];
        node[j] = sb_tree_of_registers<Rule>(pack);
    }
    const state root =
        U == 1 ? sb_tree_of_lanes<Rule>(node[0], seat.lanes) : sb_tree_of_rows<Rule>(node);
    return sb_tree_of_warps<Rule>(root, seat.warps, shared);
}

// The centre of an output: from an earlier launch, or computed by these threads, which hold all
// terms.
template <class Rule, int U, int V, bool centred> struct sb_centre {
    template <class T>
    static SB_DEVICE typename Rule::centre_state of(const sb_reduction &a, int64_t output,
                                                    const T (&)[U * V], int, const sb_seat &)
    {
        return a.last ? sb_centre_found<Rule>(a, output) : typename Rule::centre_state(0);
    }
};

template <class Rule, int U, int V> struct sb_centre<Rule, U, V, true> {
    template <class T>
    static SB_DEVICE typename Rule::centre_state
    of(const sb_reduction &a, int64_t output, const T (&x)[U * V], int left, const sb_seat &seat)
    {
        typedef typename Rule::centre_rule centre_rule;
        __shared__ typename centre_rule::state shared[32];
        if (a.centres != nullptr || a.terms == 0)
            return Rule::centre_found(sb_centre_found<Rule>(a, output));
        const typename centre_rule::state root =
            sb_tree_of_terms<centre_rule, U, V>(x, 0, left, seat, 0, shared);
        return Rule::centre_of(root, a.terms);
    }
};

enum { SB_FEW_PACKS = 2 };

// Return whether the lanes of a warp hold a row in a few packs each.
template <class T> SB_DEVICE bool sb_fits_few_packs(const sb_reduction &a)
{
    return a.threads == 32 && a.segments == 1 &&
           a.terms <= 32 * SB_FEW_PACKS * (16 / (int)sizeof(T));
}

template <class Rule, int U> SB_DEVICE void sb_reduce_rows(const sb_reduction &a)
{
    typedef typename Rule::element T;
    typedef typename Rule::state state;
    typedef typename Rule::centre_state centre_state;
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
        const int64_t output = sb_quotient(task, a.segments);
        const int64_t start = (task - output * a.segments) * span, rest = a.terms - start;
        const int left = rest < span ? (int)rest : span;
        T x[U * V];
        sb_take_terms<T, U, V>(a, sb_slice(a, output), start, left, seat, x);
        const centre_state centre =
            sb_centre<Rule, U, V, Rule::centred != 0>::of(a, output, x, left, seat);
        state root = sb_tree_of_terms<Rule, U, V>(x, start, left, seat, centre, shared);
        if (own >= tasks || ((int)threadIdx.x & (a.threads - 1)) != 0)
            continue;
        if (a.terms == 0)
            root = Rule::nothing();
        if (a.last)
            sb_put_result(a, output, Rule::finish(root, a, centre));
        else
            reinterpret_cast<state *>(a.output)[task] = root;
    }
}

// Reduce long rows. If the threads hold all terms of a row in few packs each, use few packs.
template <class Rule, int U> SB_DEVICE void sb_reduce_long_rows(const sb_reduction &a)
{
    if (sb_fits_few_packs<typename Rule::element>(a))
        return sb_reduce_rows<Rule, SB_FEW_PACKS>(a);
    sb_reduce_rows<Rule, U>(a);
}
