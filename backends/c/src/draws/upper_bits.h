/* upper_bits.h - the loops make_f32, make_f16 and make_bf16. An element is a fraction: the upper
 * bits of its word, as many as a significand has (clause D2). */
#include "draws/draws.h"
#include "scalar/draw.h"

static void make_f32(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    float *out = elements;
    (void)argument;
    for (int64_t i = 0; i < count; ++i) out[i] = draw_uniform_f32(words[i]);
}

static void make_f16(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    uint16_t *out = elements;
    (void)argument;
    for (int64_t i = 0; i < count; ++i) out[i] = draw_uniform_f16(words[i]);
}

static void make_bf16(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    uint16_t *out = elements;
    (void)argument;
    for (int64_t i = 0; i < count; ++i) out[i] = draw_uniform_bf16(words[i]);
}
