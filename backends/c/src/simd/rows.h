/* rows.h - a row of elements of a float format, any stride and alignment, to and from `real`.
 *
 * A template: included after vector_f32.h or vector_f64.h. Widening is exact; storing is the final
 * rounding (clause R4), a NaN becoming the canonical one (S1). Where `real` is binary64 the only
 * format is binary64.
 */
#ifndef SB_SIMD_ROWS_H
#define SB_SIMD_ROWS_H

#include "scalar/convert8.h"

#if SB_REAL_BITS == 32
#include "scalar/convert8.h"

/* As f32_from_bf16, but a NaN keeps its bits, which are not observable inside an op (S1). */
static inline float f32_widened_bf16(uint16_t h) { return f32_from_bits((uint32_t)h << 16); }
#endif

/* Whether a row may be read in place: of format `real`, contiguous, aligned. */
static inline bool row_is_direct(const char *p, int64_t stride, int32_t format)
{
    return format == REAL_FORMAT && stride == (int64_t)sizeof(real) &&
           (uintptr_t)p % sizeof(real) == 0;
}

#define SB_LOAD_ROW(type, convert, step)                                                           \
    for (int64_t i = 0; i < n; ++i) {                                                              \
        type element;                                                                              \
        memcpy(&element, p + i * (step), sizeof element);                                          \
        out[i] = convert(element);                                                                 \
    }
#define SB_LOAD_ROW_ANY(type, convert)                                                             \
    if (stride == (int64_t)sizeof(type)) {                                                         \
        SB_LOAD_ROW(type, convert, (int64_t)sizeof(type))                                          \
    } else {                                                                                       \
        SB_LOAD_ROW(type, convert, stride)                                                         \
    }

#define SB_STORE_ROW(type, convert, step)                                                          \
    for (int64_t i = 0; i < n; ++i) {                                                              \
        type element = convert(x[i]);                                                              \
        memcpy(p + i * (step), &element, sizeof element);                                          \
    }
#define SB_STORE_ROW_ANY(type, convert)                                                            \
    if (stride == (int64_t)sizeof(type)) {                                                         \
        SB_STORE_ROW(type, convert, (int64_t)sizeof(type))                                         \
    } else {                                                                                       \
        SB_STORE_ROW(type, convert, stride)                                                        \
    }

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
        SB_LOAD_ROW_ANY(uint16_t, f32_from_f16)
        break;
    case SB_BF16: SB_LOAD_ROW_ANY(uint16_t, f32_widened_bf16) break;
    case SB_F8E4M3FN: SB_LOAD_ROW_ANY(uint8_t, f32_from_f8e4m3fn) break;
    case SB_F8E5M2: SB_LOAD_ROW_ANY(uint8_t, f32_from_f8e5m2) break;
#endif
    default: SB_LOAD_ROW_ANY(real, )
    }
}

static inline void store_row(const real *restrict x, int64_t n, char *restrict p, int64_t stride,
                             int32_t format)
{
    switch (format) {
#if SB_REAL_BITS == 32
    case SB_F16: SB_STORE_ROW_ANY(uint16_t, f16_from_f32) break;
    case SB_BF16: SB_STORE_ROW_ANY(uint16_t, bf16_from_f32) break;
    case SB_F8E4M3FN: SB_STORE_ROW_ANY(uint8_t, f8e4m3fn_from_f32) break;
    case SB_F8E5M2: SB_STORE_ROW_ANY(uint8_t, f8e5m2_from_f32) break;
#endif
    default: SB_STORE_ROW_ANY(real, real_canonical)
    }
}

#undef SB_LOAD_ROW
#undef SB_LOAD_ROW_ANY
#undef SB_STORE_ROW
#undef SB_STORE_ROW_ANY
#endif
