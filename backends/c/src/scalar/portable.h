/* portable.h - the few spellings in which C and CUDA differ; everything else here is common text.
 *
 * The headers of this folder use only + - * / sqrt on binary64, fma where the processor has it,
 * 64-bit integers, selects and conversions; no branch depends on data, so loops over them vectorise.
 */
#ifndef SB_SCALAR_PORTABLE_H
#define SB_SCALAR_PORTABLE_H

#include "scalar/convert.h"

#if defined(__CUDACC__)
#define SB_FN static __device__ __forceinline__
#define SB_TABLE static __device__ const
#define SB_HAS_FMA 1
#define SB_FMA(a, b, c) __fma_rn(a, b, c)
#define SB_SQRT(x) __dsqrt_rn(x)
#else
#define SB_FN static inline __attribute__((always_inline))
#define SB_TABLE static const
#if defined(__FMA__) || defined(__aarch64__)
#define SB_HAS_FMA 1
#define SB_FMA(a, b, c) __builtin_fma(a, b, c)
#else
#define SB_HAS_FMA 0
#endif
#define SB_SQRT(x) __builtin_sqrt(x)
#endif

/* a * b + c with one rounding or with two, whichever is fast; for places where the error budget
 * counts two. Final results cannot tell: they are proven correctly rounded both ways. */
SB_FN double f64_mad(double a, double b, double c)
{
#if SB_HAS_FMA
    return SB_FMA(a, b, c);
#else
    return a * b + c;
#endif
}

SB_FN double f64_abs(double x)
{
    return f64_from_bits(f64_to_bits(x) & UINT64_C(0x7fffffffffffffff));
}

/* |x| with the sign of s. */
SB_FN double f64_with_sign(double x, double s)
{
    const uint64_t sign = UINT64_C(0x8000000000000000);
    return f64_from_bits((f64_to_bits(x) & ~sign) | (f64_to_bits(s) & sign));
}

#endif
