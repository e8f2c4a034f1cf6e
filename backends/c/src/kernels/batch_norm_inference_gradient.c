/* batch_norm_inference_gradient.c - the op batch_norm_inference_gradient (clause G6.13); see
 * fused/channel_norm_gradient.c. */
#include "fused/channel_call.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const double eps = sb_attribute_number(context, "eps");
    if (eps < 0.0)
        return sb_fail(context, SB_INVALID, "%s: eps must not be below zero", context->call->op);
    return sb_channel_gradient(context, inputs, outputs, false, eps);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    const bool weighted = input_count == 5;
    return (weighted || input_count == 4) && output_count == (weighted ? 3 : 1) &&
           sb_is_short(inputs[0]) && sb_channel_formats(inputs, input_count, inputs[0], 0, 0) &&
           sb_channel_formats(outputs, output_count, inputs[0], 0, 0);
}

static const sb_parameter attributes[] = {{"eps", SB_REAL, 1e-5}, {NULL, 0, 0.0}};

const sb_kernel sb_kernel_batch_norm_inference_gradient = {.op = "batch_norm_inference_gradient",
                                                           .supports = supports,
                                                           .run = run,
                                                           .parameters = attributes};
