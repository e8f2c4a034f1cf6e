/* norm_call.c - see norm_call.h. */
#include "fused/norm_call.h"

#include "moves/index.h"

const sb_parameter sb_norm_parameters[] = {
    {"axis", SB_INTEGERS, 0.0}, {"eps", SB_REAL, 1e-5}, {NULL, 0, 0.0}};

sb_status sb_norm_check(sb_context *context, const sb_array *x, const sb_norm_shapes *shapes,
                        int *axis)
{
    sb_status status = sb_axis_of(context, x->rank, -1, axis);
    for (int i = 0; status == SB_OK && i < 3 && shapes->whole[i]; ++i)
        status = sb_shape_check(context, shapes->whole[i], x->rank, x->shape, "arrays like x");
    for (int i = 0; status == SB_OK && i < 2 && shapes->statistics[i]; ++i)
        status = sb_shape_check(context, shapes->statistics[i], *axis, x->shape, "statistics");
    for (int i = 0; status == SB_OK && i < 4 && shapes->weights[i]; ++i)
        status = sb_shape_check(context, shapes->weights[i], x->rank - *axis, x->shape + *axis,
                                "weights");
    return status;
}

static bool all_are(int32_t format, const int32_t *formats, int count)
{
    for (int i = 0; i < count; ++i)
        if (formats[i] != format)
            return false;
    return true;
}

bool sb_norm_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count, int weights, int statistics)
{
    return input_count >= 1 && input_count <= 1 + weights && output_count == 1 + statistics &&
           sb_is_short(inputs[0]) && all_are(inputs[0], inputs, input_count) &&
           outputs[0] == inputs[0] && all_are(SB_F32, outputs + 1, statistics);
}

bool sb_norm_gradient_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                               int output_count, int statistics, int gradients)
{
    const int fixed = 2 + statistics;
    const bool weighted = input_count == fixed + 1;
    return (weighted || input_count == fixed) && sb_is_short(inputs[0]) && inputs[1] == inputs[0] &&
           all_are(SB_F32, inputs + 2, statistics) && (!weighted || inputs[fixed] == inputs[0]) &&
           output_count == (weighted ? 1 + gradients : 1) &&
           all_are(inputs[0], outputs, output_count);
}
