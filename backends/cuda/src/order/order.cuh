// order.cuh - sort, argsort and topk along an axis (clause S3).
//
// Items of keys and positions are made and then sorted by order/radix.cuh. Then the elements at the
// first positions of every row are copied.
//
// The key of a float is its bits, with the sign flipped if it is clear, and all bits flipped if it
// is set. -0 has the key of +0, and the key of a NaN has all bits set. The key of a signed integer
// has the sign flipped. The key of a bool is 1 if it is true. A descending order inverts every bit
// of the key.
#pragma once

#include "moves/walk.cuh"
#include "order/radix.cuh"

#define SB_FLOAT_KEY(format, type, sign, last)                                                     \
    SB_DEVICE type format##_key(type u)                                                            \
    {                                                                                              \
        const type magnitude = (type)(u & (sign - 1));                                             \
        const type ordered = (type)(u & sign ? ~u : u ^ sign);                                     \
        return magnitude > last ? (type) ~(type)0 : magnitude == 0 ? (type)sign : ordered;         \
    }
SB_FLOAT_KEY(f64, uint64_t, UINT64_C(0x8000000000000000), UINT64_C(0x7ff0000000000000))
SB_FLOAT_KEY(f32, uint32_t, 0x80000000u, 0x7f800000u)
SB_FLOAT_KEY(f16, uint16_t, 0x8000u, 0x7c00u)
SB_FLOAT_KEY(bf16, uint16_t, 0x8000u, 0x7f80u)
SB_FLOAT_KEY(f8e4m3fn, uint8_t, 0x80u, 0x7eu)
SB_FLOAT_KEY(f8e5m2, uint8_t, 0x80u, 0x7cu)
#undef SB_FLOAT_KEY

#define SB_INTEGER_KEY(format, type, expression)                                                   \
    SB_DEVICE type format##_key(type u) { return (type)(expression); }
SB_INTEGER_KEY(i64, uint64_t, u ^ UINT64_C(0x8000000000000000))
SB_INTEGER_KEY(i32, uint32_t, u ^ 0x80000000u)
SB_INTEGER_KEY(i16, uint16_t, u ^ 0x8000u)
SB_INTEGER_KEY(i8, uint8_t, u ^ 0x80u)
SB_INTEGER_KEY(u32, uint32_t, u)
SB_INTEGER_KEY(u8, uint8_t, u)
SB_INTEGER_KEY(bool, uint8_t, u != 0)
#undef SB_INTEGER_KEY

template <int bytes> struct sb_bits_of;
template <> struct sb_bits_of<1> {
    typedef uint8_t type;
};
template <> struct sb_bits_of<2> {
    typedef uint16_t type;
};
template <> struct sb_bits_of<4> {
    typedef uint32_t type;
};
template <> struct sb_bits_of<8> {
    typedef uint64_t type;
};

// The element's bit pattern. SB_KEYED is 1 if items store key and position separately, else 0.
typedef sb_bits_of<(int)sizeof(sb_first)>::type sb_pattern;

#if SB_KEYED
typedef sb_keyed sb_ordered;
#else
typedef uint64_t sb_ordered;
#endif

enum { SB_ORDER_BLOCK = 256 };

// The arguments that families/order.py reads and fills (declared.py).
struct sb_order_keys {
    const char *x;
    sb_ordered *items;
    sb_length length;  // length of a row
    uint64_t inverted; // bits of the keys to invert
    sb_walk<1> walk;   // walk over the rows, with the axis last
};

SB_DEVICE void sb_make_keys(const sb_order_keys &a)
{
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; at < a.walk.count; at += step) {
        int64_t offsets[1] = {0}, row = at;
        sb_walk_to(a.walk, at, offsets);
        const int64_t place = sb_take_digit(row, a.length);
        const sb_pattern element = *reinterpret_cast<const sb_pattern *>(a.x + offsets[0]);
        const uint64_t key = (uint64_t)SB_JOIN(SB_A, _key)(element) ^ a.inverted;
        a.items[at] = sb_item<sb_ordered>::made(key, place);
    }
}

// The arguments of the kernel that copies results, also filled by families/order.py.
struct sb_order_results {
    const sb_ordered *items;
    const char *x;
    char *values, *places; // either may be null
    int64_t length;        // length of a row of items
    sb_length kept;        // length of a row of the results
    int64_t step;          // stride of x along the axis
    sb_walk<3> walk;       // arrays: 0 values, 1 places, 2 x at the start of the axis
};

SB_DEVICE void sb_write_results(const sb_order_results &a)
{
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; at < a.walk.count; at += step) {
        int64_t offsets[3] = {0, 0, 0}, row = at;
        sb_walk_to(a.walk, at, offsets);
        const int64_t number = sb_take_digit(row, a.kept);
        const int64_t place = sb_place_of(a.items[row * a.length + number]);
        if (a.values != nullptr)
            *reinterpret_cast<sb_pattern *>(a.values + offsets[0]) =
                *reinterpret_cast<const sb_pattern *>(a.x + offsets[2] + place * a.step);
        if (a.places != nullptr)
            *reinterpret_cast<int64_t *>(a.places + offsets[1]) = place;
    }
}

#define SB_ORDER_KERNELS(op)                                                                       \
    extern "C" __global__ void __launch_bounds__(SB_ORDER_BLOCK)                                   \
        SB_JOIN_3(sb_##op##_keys, _, SB_A)(const __grid_constant__ sb_order_keys a)                \
    {                                                                                              \
        sb_make_keys(a);                                                                           \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(SB_ORDER_BLOCK)                                   \
        SB_JOIN_3(sb_##op, _, SB_A)(const __grid_constant__ sb_order_results a)                    \
    {                                                                                              \
        sb_write_results(a);                                                                       \
    }
