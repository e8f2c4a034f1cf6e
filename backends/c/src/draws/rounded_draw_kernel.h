/* rounded_draw_kernel.h - the kernel of a draw that is a function of the 32-bit draw, rounded once:
 * a template with OP, QUICK and TO_ODD, as in rounded_words.h. The file must define make_f64, for
 * 64-bit draws, before it includes this one. */
#include "draws/rounded_words.h"

static const sb_parameter attributes[] = {SB_DRAWN, {NULL, 0, 0.0}};

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

const sb_kernel SB_PASTE(sb_kernel_, OP) = {
    .op = SB_SPELLING(OP), .supports = supports, .run = run, .parameters = attributes};
