/* rms_norm_gradient.c - the op rms_norm_gradient; see fused/norm_gradient.c. */
#include "fused/norm_call.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_norm_gradient_run(context, inputs, outputs, false);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_norm_gradient_supports(inputs, input_count, outputs, output_count, 1, 1);
}

const sb_kernel sb_kernel_rms_norm_gradient = {.op = "rms_norm_gradient",
                                               .supports = supports,
                                               .run = run,
                                               .parameters = sb_slices_parameters};
