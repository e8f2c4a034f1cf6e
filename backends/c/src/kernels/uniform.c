/* uniform.c - the op uniform (clause D2): the upper bits of a draw as a fraction. */
#include "draws/upper_bits.h"

static const sb_parameter attributes[] = {SB_DRAWN, {NULL, 0, 0.0}};

static void make_f64(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    double *out = elements;
    (void)argument;
    for (int64_t i = 0; i < count; ++i) out[i] = draw_uniform_f64(sb_draw_of_two(words + 2 * i));
}

static sb_draw_make maker(int32_t format)
{
    switch (format) {
    case SB_F32: return make_f32;
    case SB_F16: return make_f16;
    case SB_BF16: return make_bf16;
    case SB_F64: return make_f64;
    default: return NULL;
    }
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const int32_t format = outputs[0].format;
    (void)inputs;
    return sb_draw_run(context, &outputs[0], format == SB_F64 ? 2 : 1, maker(format), NULL);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    (void)inputs;
    return input_count == 0 && output_count == 1 && maker(outputs[0]) != NULL;
}

const sb_kernel sb_kernel_uniform = {
    .op = "uniform", .supports = supports, .run = run, .parameters = attributes};
