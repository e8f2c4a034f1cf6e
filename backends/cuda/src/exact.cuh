// exact.cuh - the first header of every kernel file: binary32 and binary64 types in which every
// operation is one intrinsic with round-to-nearest.
//
// A compiler may fuse a product and a sum that are written with * and +, and NVRTC does so by
// default. In kernels, `float` and `double` therefore mean the two types below. Each operator is
// the intrinsic that IEEE 754 defines, so no option can fuse, flush or approximate anything (clause
// R3). The headers of scalar/, which are plain C, are compiled without changes. `nox -s gates`
// counts the operations of every kernel with contraction allowed and forbidden, and both counts
// must agree.
//
// As in C, an integer or a binary32 number is converted to binary64 implicitly; the other direction
// needs a cast. Objects have trivial constructors, so that they may be in shared memory.
#pragma once

typedef float sb_native_f32;
typedef double sb_native_f64;

#define SB_DEVICE __device__ __forceinline__

struct sb_f64;

struct sb_f32 {
    sb_native_f32 v;
    sb_f32() = default;
    SB_DEVICE constexpr sb_f32(sb_native_f32 x) : v(x) {}
    SB_DEVICE constexpr sb_f32(int x) : v((sb_native_f32)x) {}
    SB_DEVICE explicit constexpr sb_f32(sb_native_f64 x) : v((sb_native_f32)x) {}
    SB_DEVICE explicit sb_f32(unsigned x) : v(__uint2float_rn(x)) {}
    SB_DEVICE explicit sb_f32(long long x) : v(__ll2float_rn(x)) {}
    SB_DEVICE explicit sb_f32(unsigned long long x) : v(__ull2float_rn(x)) {}
    SB_DEVICE explicit sb_f32(sb_f64 x);
    SB_DEVICE explicit operator int() const { return __float2int_rz(v); }
    SB_DEVICE explicit operator unsigned() const { return __float2uint_rz(v); }
    SB_DEVICE explicit operator long long() const { return __float2ll_rz(v); }
    SB_DEVICE sb_f32 operator-() const { return sb_f32(-v); }
};

struct sb_f64 {
    sb_native_f64 v;
    sb_f64() = default;
    SB_DEVICE constexpr sb_f64(sb_native_f64 x) : v(x) {}
    SB_DEVICE constexpr sb_f64(sb_native_f32 x) : v(x) {}
    SB_DEVICE constexpr sb_f64(int x) : v(x) {}
    SB_DEVICE sb_f64(sb_f32 x) : v(x.v) {}
    SB_DEVICE explicit sb_f64(unsigned x) : v(__uint2double_rn(x)) {}
    SB_DEVICE explicit sb_f64(long long x) : v(__ll2double_rn(x)) {}
    SB_DEVICE explicit sb_f64(unsigned long long x) : v(__ull2double_rn(x)) {}
    SB_DEVICE explicit operator int() const { return __double2int_rz(v); }
    SB_DEVICE explicit operator unsigned() const { return __double2uint_rz(v); }
    SB_DEVICE explicit operator long long() const { return __double2ll_rz(v); }
    SB_DEVICE explicit operator unsigned long long() const { return __double2ull_rz(v); }
    SB_DEVICE sb_f64 operator-() const { return sb_f64(-v); }
};

SB_DEVICE sb_f32::sb_f32(sb_f64 x) : v(__double2float_rn(x.v)) {}

#define SB_OPERATOR(type, sign, intrinsic)                                                         \
    SB_DEVICE type operator sign(type a, type b) { return type(intrinsic(a.v, b.v)); }             \
    SB_DEVICE type &operator sign## = (type & a, type b) { return a = type(intrinsic(a.v, b.v)); }
SB_OPERATOR(sb_f32, +, __fadd_rn)
SB_OPERATOR(sb_f32, -, __fsub_rn)
SB_OPERATOR(sb_f32, *, __fmul_rn)
SB_OPERATOR(sb_f32, /, __fdiv_rn)
SB_OPERATOR(sb_f64, +, __dadd_rn)
SB_OPERATOR(sb_f64, -, __dsub_rn)
SB_OPERATOR(sb_f64, *, __dmul_rn)
SB_OPERATOR(sb_f64, /, __ddiv_rn)
#undef SB_OPERATOR

#define SB_COMPARISON(sign)                                                                        \
    SB_DEVICE bool operator sign(sb_f32 a, sb_f32 b) { return a.v sign b.v; }                      \
    SB_DEVICE bool operator sign(sb_f64 a, sb_f64 b) { return a.v sign b.v; }
SB_COMPARISON(==)
SB_COMPARISON(!=)
SB_COMPARISON(<)
SB_COMPARISON(<=)
SB_COMPARISON(>)
SB_COMPARISON(>=)
#undef SB_COMPARISON

SB_DEVICE sb_f32 __fmaf_rn(sb_f32 a, sb_f32 b, sb_f32 c)
{
    return sb_f32(__fmaf_rn(a.v, b.v, c.v));
}
SB_DEVICE sb_f64 __fma_rn(sb_f64 a, sb_f64 b, sb_f64 c) { return sb_f64(__fma_rn(a.v, b.v, c.v)); }
SB_DEVICE sb_f32 __fsqrt_rn(sb_f32 x) { return sb_f32(__fsqrt_rn(x.v)); }
SB_DEVICE sb_f64 __dsqrt_rn(sb_f64 x) { return sb_f64(__dsqrt_rn(x.v)); }

#define float sb_f32
#define double sb_f64

#include "scalar/portable.h"
