/* clip_grad_norm.c - gradients times minimum(1, max_norm / (total_norm + 1e-6)) (clauses G1, G3,
 * G8.16). The factor is computed once, in the compute format. */
#include "fused/step_functions.h"
#include "optimizers/factor.h"

static const sb_parameter attributes[] = {{"max_norm", SB_NUMBER, 1.0}, {NULL, 0, 0.0}};

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 2 && sb_step_supports(inputs, 1, 1, outputs, output_count, 1) &&
           (inputs[1] == inputs[0] || (inputs[1] == SB_F32 && inputs[0] != SB_F64));
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const double most = sb_attribute_number(context, "max_norm");
    double norm;
    const sb_status status = sb_factor_read(context, &inputs[1], &norm);
    if (status != SB_OK)
        return status;
    double factor = minimum_f64(most / (norm + 1e-6), 1.0);
    if (inputs[0].format != SB_F64)
        factor = minimum_f32((float)most / ((float)norm + (float)1e-6), 1.0f);
    return sb_factor_run(context, &inputs[0], factor, outputs, NULL);
}

const sb_kernel sb_kernel_clip_grad_norm = {.op = "clip_grad_norm",
                                            .supports = supports,
                                            .run = run,
                                            .in_place = true,
                                            .parameters = attributes};
