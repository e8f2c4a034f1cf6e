// adding.cuh - additions of the elements of a format (clauses R4, T7): floats in their compute
// format, and integers modulo 2^64, whose low bits are the result.
#pragma once

#include "formats.cuh"

template <class T> struct sb_adding;
template <> struct sb_adding<float> {
    static SB_DEVICE float absent() { return -float(0); }
};
template <> struct sb_adding<double> {
    static SB_DEVICE double absent() { return -double(0); }
};
template <> struct sb_adding<uint64_t> {
    static SB_DEVICE uint64_t absent() { return 0; }
};

#define SB_ADDS(format, sum_type, widened, rounded)                                                \
    struct sb_##format##_sums {                                                                    \
        typedef sum_type sum;                                                                      \
        static SB_DEVICE sum wide(sb_##format x) { return widened; }                               \
        static SB_DEVICE sb_##format narrow(sum x) { return rounded; }                             \
    };
SB_ADDS(f64, double, x, f64_canonical(x))
SB_ADDS(f32, float, x, f32_canonical(x))
SB_ADDS(f16, float, f32_plain_f16(x), f16_from_f32(x))
SB_ADDS(bf16, float, f32_plain_bf16(x), bf16_from_f32(x))
SB_ADDS(f8e4m3fn, float, f32_plain_f8e4m3fn(x), f8e4m3fn_from_f32(x))
SB_ADDS(f8e5m2, float, f32_plain_f8e5m2(x), f8e5m2_from_f32(x))
SB_ADDS(i64, uint64_t, (uint64_t)x, (sb_i64)x)
SB_ADDS(i32, uint64_t, (uint64_t)x, (sb_i32)x)
SB_ADDS(i16, uint64_t, (uint64_t)x, (sb_i16)x)
SB_ADDS(i8, uint64_t, (uint64_t)x, (sb_i8)x)
SB_ADDS(u32, uint64_t, x, (sb_u32)x)
SB_ADDS(u8, uint64_t, x, (sb_u8)x)
#undef SB_ADDS

typedef SB_JOIN_3(sb_, SB_A, _sums) sb_sums;
typedef sb_sums::sum sb_sum;
