/* rms_norm.c - the op rms_norm; see fused/norm.c. If eps is None, it is left out and 2^-23 is used
 * (clause G6.4). */
#include "fused/norm_call.h"

static const sb_parameter attributes[] = {
    {"axis", SB_INTEGERS, 0.0}, {"eps", SB_REAL, 0x1p-23}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_norm_run(context, inputs, outputs, false, sb_attribute_real(context, "eps"));
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_norm_supports(inputs, input_count, outputs, output_count, 1, 1);
}

const sb_kernel sb_kernel_rms_norm = {
    .op = "rms_norm", .supports = supports, .run = run, .parameters = attributes};
