// elementwise.cuh - the loop of every elementwise kernel.
//
// A policy class computes one element:
//
//   bool quick(y, x ..., parameters)       set y to the result, or return false if it is undecided
//   sb_result slow(x ..., parameters)      return the result, which is right for every operand
//
// If quick always decides, slow is not used; if quick never decides, it does nothing.
//
// A thread takes packs of elements, 16 bytes of the widest operand, in a grid-stride loop. A pack
// of a contiguous array moves by one load or store. If the last axis consists of whole packs, the
// offset of a pack is computed once, and its elements have equal distances: they are adjacent,
// repeated, or with gaps. Otherwise, and in the last pack, elements move one by one, for any
// strides, broadcasts and odd addresses. `slow` may be long, so the code contains it once, in a
// loop over the undecided elements of a pack.
#pragma once

#include "lengths.cuh"
#include "memory.cuh"

enum { SB_MAX_RANK = 32, SB_MAX_OPERANDS = 4, SB_MAX_PARAMETERS = 2, SB_ELEMENTWISE_BLOCK = 256 };
enum { SB_TILE_ROWS = 8, SB_TILE_PACKS = 4 }; // for each warp, if it takes tiles of packs

// The arguments that walks.py reads and fills (declared.py). The result is the last array. Shape
// and strides begin with the innermost axis; strides are in bytes.
struct sb_elementwise {
    int64_t count;
    char *data[SB_MAX_OPERANDS];
    double parameters[SB_MAX_PARAMETERS];
    int32_t plain;   // true if every array is flat
    int32_t tiled;   // true if warps take tiles of packs, see sb_in_tiles
    sb_length tiles; // number of tiles in a row of packs
    int32_t flat;    // bit i: array i is contiguous, and aligned to 16 bytes
    int32_t single;  // bit i: array i is one repeated element
    int32_t lined;   // bit i: the last axis consists of whole packs, and array i is aligned
    int32_t packed;  // bit i: its packs are also contiguous, at multiples of their size
    int32_t aligned; // bit i: addresses of elements of array i are multiples of their size
    int32_t rank;
    sb_length shape[SB_MAX_RANK];
    int64_t strides[SB_MAX_OPERANDS][SB_MAX_RANK];
};

template <class A, class B> struct sb_wider {
    enum { size = (int)sizeof(A) > (int)sizeof(B) ? (int)sizeof(A) : (int)sizeof(B) };
};

// Return the address of element `index` of array `which`. Walks of fused/graph.cuh also use it.
template <class Walk> SB_DEVICE char *sb_place(const Walk &a, int which, int64_t index)
{
    int64_t offset = 0;
    int axis = 0;
    if (a.count <= 0x7fffffff) {
        uint32_t left = (uint32_t)index;
#pragma unroll 1
        for (; axis < a.rank - 1; axis++) {
            const uint32_t rest = sb_take_short_digit(left, a.shape[axis]);
            offset += (int64_t)rest * a.strides[which][axis];
        }
        index = left;
    } else {
#pragma unroll 1
        for (; axis < a.rank - 1; axis++)
            offset += sb_take_digit(index, a.shape[axis]) * a.strides[which][axis];
    }
    return a.data[which] + offset + index * a.strides[which][axis];
}

// Return element k of a pack in registers.
template <class T, int N> SB_DEVICE T sb_element(const sb_pack<T, N> &pack, int k)
{
    T x = pack.v[0];
#pragma unroll
    for (int i = 1; i < N; i++) x = k == i ? pack.v[i] : x;
    return x;
}

template <class T, int N> SB_DEVICE void sb_set_element(sb_pack<T, N> &pack, int k, T x)
{
#pragma unroll
    for (int i = 0; i < N; i++) pack.v[i] = k == i ? x : pack.v[i];
}

SB_DEVICE bool sb_is(int32_t arrays, int which) { return (arrays >> which) & 1; }

// Load elements base .. base + N - 1 of array `which`. The last element replaces elements beyond
// the end.
template <class T, int N, class Walk>
SB_DEVICE sb_pack<T, N> sb_take(const Walk &a, int which, int64_t base)
{
    const bool is_whole = base + N <= a.count;
    if (is_whole && (a.plain || sb_is(a.flat, which)))
        return sb_load_pack<T, N>(a.data[which] + base * (int)sizeof(T), 0);
    sb_pack<T, N> pack;
    if (sb_is(a.single, which)) {
        const T x = sb_load<T>(a.data[which], sb_is(a.aligned, which));
#pragma unroll
        for (int i = 0; i < N; i++) pack.v[i] = x;
    } else if (is_whole && sb_is(a.lined, which)) {
        const char *from = sb_place(a, which, base);
        if (sb_is(a.packed, which))
            return sb_load_pack<T, N>(from, 0);
        const int64_t step = a.strides[which][0];
#pragma unroll
        for (int i = 0; i < N; i++) pack.v[i] = *reinterpret_cast<const T *>(from + i * step);
    } else {
#pragma unroll 1
        for (int i = 0; i < N; i++) {
            const int64_t index = base + i < a.count ? base + i : a.count - 1;
            const T x = sb_load<T>(sb_place(a, which, index), sb_is(a.aligned, which));
            sb_set_element<T, N>(pack, i, x);
        }
    }
    return pack;
}

template <class T, int N, class Walk>
SB_DEVICE void sb_put(const Walk &a, int which, int64_t base, const sb_pack<T, N> &pack)
{
    const bool is_whole = base + N <= a.count;
    if (is_whole && (a.plain || sb_is(a.flat, which))) {
        sb_store_pack<T, N>(a.data[which] + base * (int)sizeof(T), 0, pack);
    } else if (is_whole && sb_is(a.lined, which)) {
        char *to = sb_place(a, which, base);
        const int64_t step = a.strides[which][0];
        if (sb_is(a.packed, which))
            sb_store_pack<T, N>(to, 0, pack);
        else
#pragma unroll
            for (int i = 0; i < N; i++) *reinterpret_cast<T *>(to + i * step) = pack.v[i];
    } else {
#pragma unroll 1
        for (int i = 0; i < N && base + i < a.count; i++)
            sb_store<T>(sb_place(a, which, base + i), sb_element<T, N>(pack, i),
                        sb_is(a.aligned, which));
    }
}

// Return the op's numeric attribute, rounded to binary32 (clause R4). It is rounded here, so that
// the CPU's rounding mode has no effect. For an op on f64, it is not rounded (R4.3).
SB_DEVICE double sb_parameter(const double *parameters)
{
#if SB_BINARY64
    return parameters[0];
#else
    return (double)(float)parameters[0];
#endif
}

// Return the first element of the pack at turn `turn`. With tiles, a warp takes SB_TILE_PACKS packs
// from each of SB_TILE_ROWS rows, so that it reads whole sectors even of a transposed array.
template <int N, class Walk> SB_DEVICE int64_t sb_in_tiles(const Walk &a, int64_t turn)
{
    const uint32_t lane = threadIdx.x % 32;
    int64_t tile = turn / 32, column;
    if (a.count <= 0x7fffffff) {
        uint32_t left = (uint32_t)tile;
        column = sb_take_short_digit(left, a.tiles);
        tile = left;
    } else {
        column = sb_take_digit(tile, a.tiles);
    }
    const int64_t row = tile * SB_TILE_ROWS + lane / SB_TILE_PACKS;
    return ((row * a.tiles.value + column) * SB_TILE_PACKS + lane % SB_TILE_PACKS) * N;
}

#define SB_LOOP(widest)                                                                            \
    const int N = 16 / (widest);                                                                   \
    const int64_t step = (int64_t)gridDim.x * blockDim.x * N;                                      \
    int64_t at = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * N, base;                       \
    for (; at < a.count && (base = a.tiled ? sb_in_tiles<N>(a, at / N) : at, true); at += step)

template <class Rule, class R, class A> SB_DEVICE void sb_elementwise_1(const sb_elementwise &a)
{
    SB_LOOP((sb_wider<A, R>::size))
    {
        const sb_pack<A, N> x = sb_take<A, N>(a, 0, base);
        sb_pack<R, N> y;
        uint32_t open = 0;
#pragma unroll
        for (int i = 0; i < N; i++)
            open |= (uint32_t)!Rule::quick(y.v[i], x.v[i], a.parameters) << i;
#pragma unroll 1
        for (; open != 0; open &= open - 1) {
            const int k = __ffs((int)open) - 1;
            sb_set_element<R, N>(y, k, Rule::slow(sb_element<A, N>(x, k), a.parameters));
        }
        sb_put<R, N>(a, 1, base, y);
    }
}

template <class Rule, class R, class A, class B>
SB_DEVICE void sb_elementwise_2(const sb_elementwise &a)
{
    typedef sb_wider<A, B> operands;
    SB_LOOP((operands::size > (int)sizeof(R) ? (int)operands::size : (int)sizeof(R)))
    {
        const sb_pack<A, N> x = sb_take<A, N>(a, 0, base);
        const sb_pack<B, N> z = sb_take<B, N>(a, 1, base);
        sb_pack<R, N> y;
        uint32_t open = 0;
#pragma unroll
        for (int i = 0; i < N; i++)
            open |= (uint32_t)!Rule::quick(y.v[i], x.v[i], z.v[i], a.parameters) << i;
#pragma unroll 1
        for (; open != 0; open &= open - 1) {
            const int k = __ffs((int)open) - 1;
            sb_set_element<R, N>(
                y, k, Rule::slow(sb_element<A, N>(x, k), sb_element<B, N>(z, k), a.parameters));
        }
        sb_put<R, N>(a, 2, base, y);
    }
}

// With three operands, quick is called for all elements of a pack before slow.
template <class Rule, class R, class A, class B, class C>
SB_DEVICE void sb_elementwise_3(const sb_elementwise &a)
{
    SB_LOOP((int)sizeof(R))
    {
        const sb_pack<A, N> x = sb_take<A, N>(a, 0, base);
        const sb_pack<B, N> z = sb_take<B, N>(a, 1, base);
        const sb_pack<C, N> w = sb_take<C, N>(a, 2, base);
        sb_pack<R, N> y;
#pragma unroll
        for (int i = 0; i < N; i++) y.v[i] = Rule::value(x.v[i], z.v[i], w.v[i]);
        sb_put<R, N>(a, 3, base, y);
    }
}

#define SB_KERNEL(op)                                                                              \
    extern "C" __global__ void __launch_bounds__(SB_ELEMENTWISE_BLOCK)                             \
        SB_JOIN_3(sb_##op, _, SB_A)(const __grid_constant__ sb_elementwise a)

// The kernel of `op` from an expression in x (z, w), which are the operands in their stored format.
#define SB_ELEMENTWISE_1(op, expression)                                                           \
    struct op##_rule {                                                                             \
        static SB_DEVICE bool quick(sb_result &y, sb_first x, const double *parameters)            \
        {                                                                                          \
            (void)parameters;                                                                      \
            y = (sb_result)(expression);                                                           \
            return true;                                                                           \
        }                                                                                          \
        static SB_DEVICE sb_result slow(sb_first x, const double *parameters)                      \
        {                                                                                          \
            (void)parameters;                                                                      \
            return (sb_result)(expression);                                                        \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op) { sb_elementwise_1<op##_rule, sb_result, sb_first>(a); }

#define SB_ELEMENTWISE_2(op, expression)                                                           \
    struct op##_rule {                                                                             \
        static SB_DEVICE bool quick(sb_result &y, sb_first x, sb_second z, const double *)         \
        {                                                                                          \
            y = (sb_result)(expression);                                                           \
            return true;                                                                           \
        }                                                                                          \
        static SB_DEVICE sb_result slow(sb_first x, sb_second z, const double *)                   \
        {                                                                                          \
            return (sb_result)(expression);                                                        \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op) { sb_elementwise_2<op##_rule, sb_result, sb_first, sb_second>(a); }

#define SB_ELEMENTWISE_3(op, expression)                                                           \
    struct op##_rule {                                                                             \
        static SB_DEVICE sb_result value(sb_first x, sb_second z, sb_third w)                      \
        {                                                                                          \
            return (sb_result)(expression);                                                        \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op) { sb_elementwise_3<op##_rule, sb_result, sb_first, sb_second, sb_third>(a); }

// The function <format>_<op> of scalar/, for the format of the first operand.
#define SB_NAMED(op) SB_JOIN_3(SB_A, _, op)
#define SB_ARITHMETIC_1(op) SB_ELEMENTWISE_1(op, SB_NAMED(op)(x))
#define SB_ARITHMETIC_2(op) SB_ELEMENTWISE_2(op, SB_NAMED(op)(x, z))
