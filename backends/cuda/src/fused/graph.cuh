// graph.cuh - what the kernels that are made of declared graphs have in common (clauses G1, R4).
//
// A graph whose elements depend on one element of each operand is one kernel: a thread takes packs
// of all operands, computes every node in registers, each by the rule of its own kernel
// (`sb_one`, `sb_two`, `sb_three`), and stores packs of all results. Every operand is read before a
// result is stored, so that a result may take the place of an operand. formulas.py writes the
// formula, support/graph.cu has the loop.
#pragma once

#include "elementwise/bits.cuh"

enum { SB_GRAPH_ARRAYS = 10, SB_GRAPH_NUMBERS = 16 };

// What families/graphs.py fills (declared.py): operands, then results. Strides are in bytes.
struct sb_graph {
    int64_t count;
    char *data[SB_GRAPH_ARRAYS];
    uint64_t numbers[SB_GRAPH_NUMBERS]; // patterns of the host's scalars (G3)
    uint32_t taken;                     // bit i: the condition of branch i holds
    int32_t flat;                       // bit i: array i is contiguous, and aligned to 16 bytes
    int32_t single;                     // bit i: array i is one element, repeated
    int32_t aligned; // bit i: array i has its elements at multiples of their size
    int32_t rank;
    int32_t unused;
    int64_t shape[SB_MAX_RANK];
    int64_t strides[SB_GRAPH_ARRAYS][SB_MAX_RANK];
};

// The same bits as another type of this size.
template <class To, class From> SB_DEVICE To sb_same_bits(From x)
{
    static_assert(sizeof(To) == sizeof(From), "a stage takes a value of another format");
    To y;
    memcpy(&y, &x, sizeof y);
    return y;
}

// The types that a rule takes and gives.
template <class Function> struct sb_types;
template <class Y, class A> struct sb_types<bool (*)(Y &, A, const double *)> {
    typedef Y result;
    typedef A first;
};
template <class Y, class A, class B> struct sb_types<bool (*)(Y &, A, B, const double *)> {
    typedef Y result;
    typedef A first;
    typedef B second;
};
template <class Y, class A, class B, class C> struct sb_types<Y (*)(A, B, C)> {
    typedef Y result;
    typedef A first;
    typedef B second;
    typedef C third;
};

// A node of one, two or three operands: the rule of an elementwise kernel (elementwise.cuh).
template <class Rule, class R, class X> SB_DEVICE R sb_one(X x)
{
    typedef sb_types<decltype(&Rule::quick)> types;
    const double none[SB_MAX_PARAMETERS] = {0.0, 0.0};
    const typename types::first a = sb_same_bits<typename types::first>(x);
    typename types::result y;
    if (!Rule::quick(y, a, none))
        y = Rule::slow(a, none);
    return sb_same_bits<R>(y);
}

template <class Rule, class R, class X, class Z> SB_DEVICE R sb_two(X x, Z z)
{
    typedef sb_types<decltype(&Rule::quick)> types;
    const double none[SB_MAX_PARAMETERS] = {0.0, 0.0};
    const typename types::first a = sb_same_bits<typename types::first>(x);
    const typename types::second b = sb_same_bits<typename types::second>(z);
    typename types::result y;
    if (!Rule::quick(y, a, b, none))
        y = Rule::slow(a, b, none);
    return sb_same_bits<R>(y);
}

template <class Rule, class R, class X, class Z, class W> SB_DEVICE R sb_three(X x, Z z, W w)
{
    typedef sb_types<decltype(&Rule::value)> types;
    return sb_same_bits<R>(Rule::value(sb_same_bits<typename types::first>(x),
                                       sb_same_bits<typename types::second>(z),
                                       sb_same_bits<typename types::third>(w)));
}

// Number `which` of the host, whose pattern lies in the low bytes.
template <class T> SB_DEVICE T sb_number_of(const sb_graph &a, int which)
{
    T x;
    memcpy(&x, &a.numbers[which], sizeof x);
    return x;
}

// A result of a graph, whose NaN is the canonical one (S1.1).
template <class T, class Bits> SB_DEVICE T sb_last(T x, Bits infinity, Bits quiet)
{
    const Bits bits = sb_same_bits<Bits>(x);
    return sb_same_bits<T>((Bits)(bits & (Bits)(infinity | (infinity - 1))) > infinity ? quiet
                                                                                       : bits);
}
#define SB_LAST_f64(x) sb_last(x, (uint64_t)0x7ff0000000000000, (uint64_t)0x7ff8000000000000)
#define SB_LAST_f32(x) sb_last(x, (uint32_t)0x7f800000, (uint32_t)0x7fc00000)
#define SB_LAST_f16(x) sb_last(x, (uint16_t)0x7c00, (uint16_t)0x7e00)
#define SB_LAST_bf16(x) sb_last(x, (uint16_t)0x7f80, (uint16_t)0x7fc0)

// Elements base .. base + N - 1 of array `which`; those beyond the end repeat the last one.
template <class T, int N>
SB_DEVICE sb_pack<T, N> sb_graph_take(const sb_graph &a, int which, int64_t base)
{
    const bool aligned = (a.aligned >> which) & 1;
    if (((a.flat >> which) & 1) && base + N <= a.count)
        return sb_load_pack<T, N>(a.data[which], base / N);
    sb_pack<T, N> pack;
    if ((a.single >> which) & 1) {
        const T x = sb_load<T>(a.data[which], aligned);
#pragma unroll
        for (int i = 0; i < N; i++) pack.v[i] = x;
        return pack;
    }
#pragma unroll 1
    for (int i = 0; i < N; i++) {
        const int64_t index = base + i < a.count ? base + i : a.count - 1;
        sb_set_element<T, N>(pack, i, sb_load<T>(sb_place(a, which, index), aligned));
    }
    return pack;
}

template <class T, int N>
SB_DEVICE void sb_graph_put(const sb_graph &a, int which, int64_t base, const sb_pack<T, N> &pack)
{
    if (((a.flat >> which) & 1) && base + N <= a.count) {
        sb_store_pack<T, N>(a.data[which], base / N, pack);
        return;
    }
#pragma unroll 1
    for (int i = 0; i < N && base + i < a.count; i++)
        sb_store<T>(sb_place(a, which, base + i), sb_element<T, N>(pack, i),
                    (a.aligned >> which) & 1);
}
