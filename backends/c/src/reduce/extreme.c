/* extreme.c - see extreme.h. */
#include "reduce/extreme.h"

static bool is_float(int32_t format)
{
    return format == SB_F64 || format == SB_F32 || format == SB_F16 || format == SB_BF16;
}

bool sb_max_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && is_float(inputs[0]) && inputs[0] == outputs[0];
}

bool sb_argmax_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count)
{
    return input_count == 1 && output_count == 1 && is_float(inputs[0]) && outputs[0] == SB_I64;
}

sb_status sb_extreme_run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    sb_reduction reduction;
    sb_status status = sb_reduction_of(context, &inputs[0], &outputs[0], &reduction);
    if (status != SB_OK)
        return status;
    if (reduction.terms == 0)
        return sb_fail(context, SB_INVALID, "%s: a reduction over an empty axis has no value",
                       context->call->op);
    return inputs[0].format == SB_F64 ? sb_extreme_reduce_f64(context, &reduction)
                                      : sb_extreme_reduce_f32(context, &reduction);
}
