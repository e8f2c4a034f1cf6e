/* layer_norm.c - the op layer_norm; see fused/norm.c. */
#include "fused/norm_call.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_norm_run(context, inputs, outputs, true, sb_attribute_real(context, "eps"));
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_norm_supports(inputs, input_count, outputs, output_count, 2, 2);
}

const sb_kernel sb_kernel_layer_norm = {
    .op = "layer_norm", .supports = supports, .run = run, .parameters = sb_norm_parameters};
