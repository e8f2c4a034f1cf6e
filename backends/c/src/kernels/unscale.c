/* unscale.c - gradients times 1 / scale, with a test for gradients that are not finite (clauses G1,
 * G8.18). The factor is computed once, in binary32. */
#include "optimizers/factor.h"

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 2 && output_count == 2 && inputs[1] == SB_F32 && outputs[1] == SB_BOOL &&
           sb_step_supports(inputs, 1, 1, outputs, 1, 1);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    _Atomic int found = 0;
    double scale;
    sb_status status = sb_factor_read(context, &inputs[1], &scale);
    if (status == SB_OK && outputs[1].rank != 0)
        status = sb_fail(context, SB_INVALID, "unscale: found_inf must have rank 0");
    if (status == SB_OK)
        status = sb_factor_run(context, &inputs[0], 1.0f / (float)scale, &outputs[0], &found);
    if (status == SB_OK)
        *(uint8_t *)outputs[1].data = (uint8_t)atomic_load(&found);
    return status;
}

const sb_kernel sb_kernel_unscale = {
    .op = "unscale", .supports = supports, .run = run, .in_place = true};
