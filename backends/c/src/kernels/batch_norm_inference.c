/* batch_norm_inference.c - the op batch_norm_inference (clause G6.12); see fused/channel_norm.c. */
#include "fused/channel_call.h"
#include "fused/channel_norm.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const int given = context->call->input_count;
    const sb_channel_norm norm = {.given_mean = &inputs[1],
                                  .given_variance = &inputs[2],
                                  .weight = given > 3 ? &inputs[3] : NULL,
                                  .bias = given > 4 ? &inputs[4] : NULL,
                                  .eps = (float)sb_attribute_real(context, "eps")};
    const sb_channel_shapes shapes = {
        .whole = {&outputs[0]},
        .channels = {norm.given_mean, norm.given_variance, norm.weight, norm.bias}};
    const sb_status status = sb_channel_check(context, &inputs[0], &shapes);
    if (status != SB_OK)
        return status;
    if (sb_attribute_number(context, "eps") < 0.0)
        return sb_fail(context, SB_INVALID, "batch_norm_inference: eps must not be below zero");
    return sb_channel_inference_run(context, &inputs[0], &outputs[0], &norm);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count >= 3 && input_count <= 5 && output_count == 1 && sb_is_short(inputs[0]) &&
           outputs[0] == inputs[0] && sb_channel_formats(inputs, input_count, inputs[0], 0, 0);
}

static const sb_parameter attributes[] = {{"eps", SB_REAL, 1e-5}, {NULL, 0, 0.0}};

const sb_kernel sb_kernel_batch_norm_inference = {
    .op = "batch_norm_inference", .supports = supports, .run = run, .parameters = attributes};
