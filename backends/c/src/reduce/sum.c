/* sum.c - see sum.h. */
#include "reduce/sum.h"

bool sb_sum_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && inputs[0] == outputs[0] &&
           (inputs[0] == SB_F64 || inputs[0] == SB_F32 || inputs[0] == SB_F16 ||
            inputs[0] == SB_BF16);
}

sb_status sb_sum_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                     bool mean)
{
    sb_reduction reduction;
    sb_status status = sb_reduction_of(context, &inputs[0], &outputs[0], &reduction);
    if (status != SB_OK)
        return status;
    return inputs[0].format == SB_F64 ? sb_sum_reduce_f64(context, &reduction, mean)
                                      : sb_sum_reduce_f32(context, &reduction, mean);
}
