/* portable.h - the few constructs that differ between C and CUDA. All other code of this folder is
 * common text.
 *
 * The headers of this folder use only + - * / sqrt on binary64, fma where the processor has it,
 * 64-bit integers, selects and conversions. No branch depends on data, so loops over them can be
 * vectorised.
 */
#ifndef SB_SCALAR_PORTABLE_H
#define SB_SCALAR_PORTABLE_H

#if defined(__CUDACC_RTC__) /* NVRTC has no C headers, and has a built-in memcpy */
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define INT64_C(x) x##ll
#define UINT64_C(x) x##ull
#else
#include <stdint.h>
#include <string.h>
#endif

#if defined(__CUDACC__)
#define SB_FN static __device__ __forceinline__
#define SB_TABLE static __device__ const
#define SB_HAS_FMA 1
#define SB_FMA(a, b, c) __fma_rn(a, b, c)
#define SB_FMA_F32(a, b, c) __fmaf_rn(a, b, c)
#define SB_SQRT(x) __dsqrt_rn(x)
#define SB_SQRT_F32(x) __fsqrt_rn(x)
#define SB_TRAILING_ZEROS(u) (__ffsll((long long)(u)) - 1) /* u != 0 */
#else
#define SB_FN static inline __attribute__((always_inline))
#define SB_TABLE static const
#if defined(__FMA__) || defined(__aarch64__)
#define SB_HAS_FMA 1
#define SB_FMA(a, b, c) __builtin_fma(a, b, c)
#define SB_FMA_F32(a, b, c) __builtin_fmaf(a, b, c)
#else
#define SB_HAS_FMA 0
#endif
#define SB_SQRT(x) __builtin_sqrt(x)
#define SB_SQRT_F32(x) __builtin_sqrtf(x)
#define SB_TRAILING_ZEROS(u) __builtin_ctzll(u)
#endif

SB_FN uint32_t f32_to_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

SB_FN float f32_from_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* Conversions between binary32 and 16-bit formats for which a GPU has instructions: exact, or
 * rounded to nearest even, with subnormals. A NaN becomes some NaN. The emulated GPU has none of
 * these instructions. */
#if defined(__CUDACC__) && !defined(SIMT_EMULATED)
#define SB_HAS_F16 1
#define SB_HAS_BF16 (__CUDA_ARCH__ >= 800)
SB_FN float sb_widen_f16(uint16_t h)
{
    uint32_t u;
    asm("{ .reg .f32 x; cvt.f32.f16 x, %1; mov.b32 %0, x; }" : "=r"(u) : "h"(h));
    return f32_from_bits(u);
}

SB_FN uint16_t sb_narrow_f16(float x)
{
    uint16_t h;
    asm("{ .reg .f32 x; mov.b32 x, %1; cvt.rn.f16.f32 %0, x; }" : "=h"(h) : "r"(f32_to_bits(x)));
    return h;
}

#if SB_HAS_BF16
SB_FN uint16_t sb_narrow_bf16(float x)
{
    uint16_t h;
    asm("{ .reg .f32 x; mov.b32 x, %1; cvt.rn.bf16.f32 %0, x; }" : "=h"(h) : "r"(f32_to_bits(x)));
    return h;
}
#endif
#else
#define SB_HAS_F16 0
#define SB_HAS_BF16 0
#endif

SB_FN uint64_t f64_to_bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

SB_FN double f64_from_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

#define SB_SIGN UINT64_C(0x8000000000000000)
#define SB_INFINITY f64_from_bits(UINT64_C(0x7ff0000000000000))
#define SB_NAN f64_from_bits(UINT64_C(0x7ff8000000000000))

/* Return a * b + c with one or two roundings, whichever is faster. Use it only if the error bound
 * allows two roundings. Final results do not depend on the choice, because they are correctly
 * rounded in both cases. A test of all inputs shows this for functions of one operand, and the
 * headers prove it for functions of two operands. */
SB_FN double f64_mad(double a, double b, double c)
{
#if SB_HAS_FMA
    return SB_FMA(a, b, c);
#else
    return a * b + c;
#endif
}

SB_FN double f64_abs(double x) { return f64_from_bits(f64_to_bits(x) & ~SB_SIGN); }

/* Conditions are masks (all bits set, or no bit set), made by 64-bit shifts and subtractions. Every
 * SIMD instruction set has these operations, while SSE2 has no 64-bit comparison. Compilers do not
 * turn masks into branches, which would prevent vectorisation. */
SB_FN uint64_t mask_of_bit(uint64_t bit) { return 0 - bit; }

/* Return the mask of a < b, for operands without sign. NaN compares as above infinity. */
SB_FN uint64_t mask_below(double a, double b)
{
    return mask_of_bit((f64_to_bits(a) - f64_to_bits(b)) >> 63);
}

SB_FN uint64_t mask_nonzero(double x)
{
    uint64_t magnitude = f64_to_bits(x) << 1;
    return mask_of_bit((magnitude | (0 - magnitude)) >> 63);
}

/* Return the mask for an infinity or a NaN. */
SB_FN uint64_t mask_not_finite(double x)
{
    return mask_of_bit((UINT64_C(0x7fefffffffffffff) - (f64_to_bits(x) & ~SB_SIGN)) >> 63);
}

SB_FN uint64_t mask_nan(double x)
{
    return mask_of_bit((UINT64_C(0x7ff0000000000000) - (f64_to_bits(x) & ~SB_SIGN)) >> 63);
}

SB_FN uint64_t mask_sign(double x) { return mask_of_bit(f64_to_bits(x) >> 63); }

SB_FN double f64_select(uint64_t mask, double a, double b)
{
    return f64_from_bits((f64_to_bits(a) & mask) | (f64_to_bits(b) & ~mask));
}

/* Return the smaller of two operands without sign. NaN compares as above infinity. */
SB_FN double f64_lesser(double a, double b) { return f64_select(mask_below(a, b), a, b); }

/* Return |x| with the sign of s. */
SB_FN double f64_with_sign(double x, double s)
{
    return f64_from_bits((f64_to_bits(x) & ~SB_SIGN) | (f64_to_bits(s) & SB_SIGN));
}

#endif
