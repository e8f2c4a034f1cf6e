/* rounded_words.h - loops that make elements from words by a function that is rounded once (clauses
 * D2, R1, R2): make_f32, make_f16 and make_bf16, for at most SB_DRAW_STAGE elements.
 *
 * OP is the name of the op on words. QUICK computes the function in binary64 with a relative error
 * below 2^-44. TO_ODD computes it rounded to odd. QUICK decides nearly all words, and TO_ODD the
 * rest.
 */
#include "draws/draws.h"
#include "elementwise/elementwise.h"
#include "scalar/convert64.h"
#include "scalar/midpoint.h"

#ifndef OP
#error "define OP"
#endif
#ifndef QUICK
#error "define QUICK"
#endif
#ifndef TO_ODD
#error "define TO_ODD"
#endif

/* A bound above the error of QUICK. No value is subnormal in binary32, so the processor's
 * conversions can be used. */
#define QUICK_ERROR 0x1p-44

/* Return whether the result is not decided. It is decided if v (1 - e) and v (1 + e) round to the
 * same number, because every number between them then does. */
static inline uint32_t is_open_f32(double v)
{
    return (float)(v * (1.0 - QUICK_ERROR)) != (float)(v * (1.0 + QUICK_ERROR));
}

/* Return whether the result is not decided. Unless v rounded to binary32 is a midpoint of the
 * format, v and the exact value are on the same side of every midpoint (function/decide.h). */
static inline uint32_t is_open_f16(double v) { return f16_midpoint((float)v); }
static inline uint32_t is_open_bf16(double v) { return bf16_midpoint((float)v); }

static inline float round_f32(double v) { return (float)v; }
static inline uint16_t round_f16(double v) { return f16_from_f32((float)v); }
static inline uint16_t round_bf16(double v) { return bf16_from_f32((float)v); }

#define MAKE(format)                                                                               \
    static void make_##format(const void *argument, const uint32_t *words, void *elements,         \
                              int64_t count)                                                       \
    {                                                                                              \
        sb_##format *y = elements;                                                                 \
        uint32_t open[SB_DRAW_STAGE], any = 0;                                                     \
        (void)argument;                                                                            \
        SB_VECTORISE                                                                               \
        for (int64_t i = 0; i < count; i++) {                                                      \
            const double v = QUICK(words[i]);                                                      \
            y[i] = round_##format(v);                                                              \
            open[i] = is_open_##format(v);                                                         \
            any |= open[i];                                                                        \
        }                                                                                          \
        for (int64_t i = 0; any != 0 && i < count; i++)                                            \
            if (open[i])                                                                           \
                y[i] = format##_from_f64_of_odd(TO_ODD(words[i]));                                 \
    }

#define f32_from_f64_of_odd f32_from_odd
#define f16_from_f64_of_odd f16_from_f64
#define bf16_from_f64_of_odd bf16_from_f64

MAKE(f32)
MAKE(f16)
MAKE(bf16)
