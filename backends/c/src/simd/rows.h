/* rows.h - copies of a row of elements of a float format, with any stride and alignment, to and
 * from `real`.
 *
 * A template, included after vector_f32.h or vector_f64.h. Widening is exact. Storing rounds once
 * (clause R4), and a NaN becomes the canonical one (S1). Where `real` is binary64 the only format
 * is binary64.
 *
 * In binary32, load_row and store_row call functions of rows.c for formats of 16 and 8 bits: four
 * conversions inlined wherever a row is read or written take GCC longer to compile than the rest of
 * a kernel. Kernels that copy many short rows define SB_ROWS_INLINE before the include. A call for
 * each row made sums of rows of 64 elements up to 15 % slower, and a scatter of single elements up
 * to 70 % slower (AVX-512, f16).
 */
#ifndef SB_SIMD_ROWS_H
#define SB_SIMD_ROWS_H

#include "scalar/convert8.h"

/* Return whether a row may be read in place: it has format `real`, and is contiguous and
 * aligned. */
static inline bool row_is_direct(const char *p, int64_t stride, int32_t format)
{
    return format == REAL_FORMAT && stride == (int64_t)sizeof(real) &&
           (uintptr_t)p % sizeof(real) == 0;
}

#if SB_REAL_BITS == 32 && defined(SB_ROWS_INLINE)
#define LOAD load_f16
#define STORE store_f16
#define TYPE uint16_t
#define WIDENED f32_plain_f16
#define ROUNDED f16_from_f32
#include "simd/row_template.h"
#define LOAD load_bf16
#define STORE store_bf16
#define TYPE uint16_t
#define WIDENED f32_plain_bf16
#define ROUNDED bf16_from_f32
#include "simd/row_template.h"
#define LOAD load_f8e4m3fn
#define STORE store_f8e4m3fn
#define TYPE uint8_t
#define WIDENED f32_from_f8e4m3fn
#define ROUNDED f8e4m3fn_from_f32
#include "simd/row_template.h"
#define LOAD load_f8e5m2
#define STORE store_f8e5m2
#define TYPE uint8_t
#define WIDENED f32_from_f8e5m2
#define ROUNDED f8e5m2_from_f32
#include "simd/row_template.h"
#endif
#define LOAD load_real
#define STORE store_real
#define TYPE real
#define WIDENED (real)
#define ROUNDED real_canonical
#include "simd/row_template.h"

#if SB_REAL_BITS == 32
/* load_row and store_row for formats other than binary32. */
void sb_widen_row(const char *restrict p, int64_t stride, int32_t format, int64_t n,
                  float *restrict out);
void sb_round_row(const float *restrict x, int64_t n, char *restrict p, int64_t stride,
                  int32_t format);
#endif

#if SB_REAL_BITS == 32 && !defined(SB_ROWS_INLINE)
static inline void load_row(const char *restrict p, int64_t stride, int32_t format, int64_t n,
                            real *restrict out)
{
    if (format == SB_F32)
        load_real(p, stride, n, out);
    else
        sb_widen_row(p, stride, format, n, out);
}

static inline void store_row(const real *restrict x, int64_t n, char *restrict p, int64_t stride,
                             int32_t format)
{
    if (format == SB_F32)
        store_real(x, n, p, stride);
    else
        sb_round_row(x, n, p, stride, format);
}
#else
static inline void load_row(const char *restrict p, int64_t stride, int32_t format, int64_t n,
                            real *restrict out)
{
    switch (format) {
#if SB_REAL_BITS == 32
    case SB_F16:
#if defined(__AVX512F__)
        for (; stride == 2 && n >= LANES; n -= LANES, p += 2 * LANES, out += LANES)
            v_store(out, _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)p)));
#endif
        load_f16(p, stride, n, out);
        break;
    case SB_BF16: load_bf16(p, stride, n, out); break;
    case SB_F8E4M3FN: load_f8e4m3fn(p, stride, n, out); break;
    case SB_F8E5M2: load_f8e5m2(p, stride, n, out); break;
#endif
    default: load_real(p, stride, n, out);
    }
}

static inline void store_row(const real *restrict x, int64_t n, char *restrict p, int64_t stride,
                             int32_t format)
{
    switch (format) {
#if SB_REAL_BITS == 32
    case SB_F16: store_f16(x, n, p, stride); break;
    case SB_BF16: store_bf16(x, n, p, stride); break;
    case SB_F8E4M3FN: store_f8e4m3fn(x, n, p, stride); break;
    case SB_F8E5M2: store_f8e5m2(x, n, p, stride); break;
#endif
    default: store_real(x, n, p, stride);
    }
}
#endif

#endif
