/* rounded_draw_kernel.h - the kernel of a draw that is a function of the 32-bit draw, rounded once
 * (clauses D2, R1, R2).
 *
 * OP names it; QUICK gives it in binary64 within relative 2^-44, TO_ODD rounded to odd. QUICK
 * decides nearly all draws, TO_ODD the others.
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

static const sb_parameter attributes[] = {SB_DRAWN, {NULL, 0, 0.0}};

/* Above the quick error; no value is subnormal in binary32, so conversions round as hardware does.
 */
#define QUICK_ERROR 0x1p-44

/* v (1 - e) and v (1 + e) round alike, and so does every number between them. */
static inline uint32_t is_open_f32(double v)
{
    return (float)(v * (1.0 - QUICK_ERROR)) != (float)(v * (1.0 + QUICK_ERROR));
}

/* Unless v rounded to binary32 is a midpoint of the format, it lies on the side of every midpoint
 * on which the exact value lies (function/decide.h). */
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

static sb_draw_make maker(int32_t format)
{
    switch (format) {
    case SB_F32: return make_f32;
    case SB_F16: return make_f16;
    case SB_BF16: return make_bf16;
    default: return NULL;
    }
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    (void)inputs;
    return sb_draw_run(context, &outputs[0], 1, maker(outputs[0].format), NULL);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    (void)inputs;
    return input_count == 0 && output_count == 1 && maker(outputs[0]) != NULL;
}

const sb_kernel SB_PASTE(sb_kernel_, OP) = {
    .op = SB_SPELLING(OP), .supports = supports, .run = run, .parameters = attributes};
