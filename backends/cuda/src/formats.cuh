// formats.cuh - the formats of clause F1 in memory, by the names that units are compiled with
// (SB_A, SB_B, SB_C for the operands, SB_R for the result).
#pragma once

#include "scalar/convert64.h"
#include "scalar/convert8.h"
#include "scalar/convert_integer.h"
#include "scalar/midpoint.h"

typedef uint16_t sb_f16;
typedef uint16_t sb_bf16;
typedef int64_t sb_i64;
typedef int32_t sb_i32;
typedef int16_t sb_i16;
typedef int8_t sb_i8;
typedef uint32_t sb_u32;
typedef uint8_t sb_u8;
typedef uint8_t sb_bool;

#define SB_JOIN_(a, b) a##b
#define SB_JOIN(a, b) SB_JOIN_(a, b)
#define SB_JOIN_3_(a, b, c) a##b##c
#define SB_JOIN_3(a, b, c) SB_JOIN_3_(a, b, c)

// A unit is compiled for the formats of its call. Formats without a name are not used.
#ifdef SB_A
typedef SB_JOIN(sb_, SB_A) sb_first;
#endif
// SB_BINARY64 is 1 if a unit is compiled for operands of f64.
#define SB_IS_f64 1
#define SB_BINARY64 SB_JOIN(SB_IS_, SB_A)
#ifdef SB_B
typedef SB_JOIN(sb_, SB_B) sb_second;
#endif
#ifdef SB_C
typedef SB_JOIN(sb_, SB_C) sb_third;
#endif
#ifdef SB_R
typedef SB_JOIN(sb_, SB_R) sb_result;
#endif

SB_FN double f64_from_f64(double x) { return f64_canonical(x); }
SB_FN double f64_plain_f64(double x) { return x; }
SB_FN float f32_plain_f32(float x) { return x; }
