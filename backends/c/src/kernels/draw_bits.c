/* draw_bits.c - the op draw_bits (clause D2): the draws as integers. */
#include <string.h>

#include "draws/draws.h"

static const sb_parameter attributes[] = {SB_DRAWN, {NULL, 0, 0.0}};

static void make_u32(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    (void)argument;
    memcpy(elements, words, (size_t)count * sizeof *words);
}

static void make_i64(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    uint64_t *out = elements;
    (void)argument;
    for (int64_t i = 0; i < count; ++i) out[i] = sb_draw_of_two(words + 2 * i);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    (void)inputs;
    const bool two = outputs[0].format == SB_I64;
    return sb_draw_run(context, &outputs[0], two ? 2 : 1, two ? make_i64 : make_u32, NULL);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    (void)inputs;
    return input_count == 0 && output_count == 1 && (outputs[0] == SB_U32 || outputs[0] == SB_I64);
}

const sb_kernel sb_kernel_draw_bits = {
    .op = "draw_bits", .supports = supports, .run = run, .parameters = attributes};
