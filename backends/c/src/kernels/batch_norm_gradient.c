/* batch_norm_gradient.c - the op batch_norm_gradient; see fused/channel_norm_gradient.c. */
#include "fused/channel_call.h"
#include "fused/norm_call.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_channel_gradient(context, inputs, outputs, true, 0.0);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_norm_gradient_supports(inputs, input_count, outputs, output_count, 2, 2);
}

const sb_kernel sb_kernel_batch_norm_gradient = {
    .op = "batch_norm_gradient", .supports = supports, .run = run};
