// warp.cuh - shuffles of any type, and trees over adjacent pairs of the lanes of a warp (clause
// T1).
//
// A type is moved as 32-bit words. It may be an exact type of exact.cuh, an integer, or a pair
// without padding. All 32 lanes of a warp take part in every function here.
//
// A policy class has a type `state` and a function join(a, b). join must be commutative, as
// additions, multiplications and extremes are. (Payloads of NaNs may differ, because results are
// canonical: S1.) So if two lanes exchange their nodes, both compute the same parent.
#pragma once

#define SB_ALL_LANES 0xffffffffu

SB_DEVICE int sb_lane() { return (int)(threadIdx.x & 31u); }

// SB_SHUFFLE defines a shuffle; `shuffle` moves one word.
#define SB_SHUFFLE(name, shuffle)                                                                  \
    template <class T> SB_DEVICE T name(T x, int where)                                            \
    {                                                                                              \
        uint32_t words[sizeof(T) / 4];                                                             \
        memcpy(words, &x, sizeof x);                                                               \
        _Pragma("unroll") for (int i = 0; i < (int)(sizeof(T) / 4); i++) words[i] =                \
            shuffle(SB_ALL_LANES, words[i], where);                                                \
        memcpy(&x, words, sizeof x);                                                               \
        return x;                                                                                  \
    }
SB_SHUFFLE(sb_shuffle, __shfl_sync)           // from lane `where`
SB_SHUFFLE(sb_shuffle_xor, __shfl_xor_sync)   // from lane (own ^ where)
SB_SHUFFLE(sb_shuffle_up, __shfl_up_sync)     // from lane (own - where), or own value
SB_SHUFFLE(sb_shuffle_down, __shfl_down_sync) // from lane (own + where), or own value
#undef SB_SHUFFLE

// T1 over groups of `lanes` neighbours, a power of two. Every lane gets the root of its group.
template <class Rule>
SB_DEVICE typename Rule::state sb_tree_of_lanes(typename Rule::state node, int lanes)
{
#pragma unroll
    for (int stride = 1; stride < 32; stride *= 2)
        if (stride < lanes)
            node = Rule::join(node, sb_shuffle_xor(node, stride));
    return node;
}

// T1 over N * 32 nodes. Lane l has the nodes l, 32 + l, 64 + l ...; N is a power of two, at most
// 32. Every lane gets the root.
//
// While a lane holds several nodes, two neighbours divide the work: the even lane continues with
// the even nodes and the odd lane with the odd nodes, and each gives the rest to its neighbour.
// This takes N - 1 shuffles for all N nodes instead of log2(N) for each. Lane l then holds node l
// mod N.
template <class Rule, int N>
SB_DEVICE typename Rule::state sb_tree_of_rows(typename Rule::state (&node)[N])
{
    typedef typename Rule::state state;
    const int lane = sb_lane();
#pragma unroll
    for (int half = N / 2, stride = 1; half > 0; half /= 2, stride *= 2) {
        const bool odd = (lane & stride) != 0;
#pragma unroll
        for (int i = 0; i < half; i++) {
            const state kept = odd ? node[2 * i + 1] : node[2 * i];
            const state given = odd ? node[2 * i] : node[2 * i + 1];
            node[i] = Rule::join(kept, sb_shuffle_xor(given, stride));
        }
    }
    state root = node[0];
#pragma unroll
    for (int stride = N; stride < 32; stride *= 2)
        root = Rule::join(root, sb_shuffle_xor(root, stride));
#pragma unroll
    for (int stride = 1; stride < N; stride *= 2)
        root = Rule::join(root, sb_shuffle_xor(root, stride));
    return root;
}

// T1 over N nodes of one thread, beginning with node `first`; N is a power of two. (A recursion
// instead of loops keeps the nodes in registers.)
template <class Rule, int N> struct sb_register_tree {
    template <class State, int all> static SB_DEVICE State of(const State (&node)[all], int first)
    {
        return Rule::join(sb_register_tree<Rule, N / 2>::of(node, first),
                          sb_register_tree<Rule, N / 2>::of(node, first + N / 2));
    }
};

template <class Rule> struct sb_register_tree<Rule, 1> {
    template <class State, int all> static SB_DEVICE State of(const State (&node)[all], int first)
    {
        return node[first];
    }
};

template <class Rule, int N>
SB_DEVICE typename Rule::state sb_tree_of_registers(const typename Rule::state (&node)[N])
{
    return sb_register_tree<Rule, N>::of(node, 0);
}

// Additions and multiplications of float or double. A missing node counts as `absent` (T1, T3).
template <class Real> struct sb_addition {
    typedef Real state;
    static SB_DEVICE Real absent() { return -Real(0); }
    static SB_DEVICE Real join(Real a, Real b) { return a + b; }
};

template <class Real> struct sb_multiplication {
    typedef Real state;
    static SB_DEVICE Real absent() { return Real(1); }
    static SB_DEVICE Real join(Real a, Real b) { return a * b; }
};
