/* sum.c - see sum.h. */
#include "exact/sum.h"

bool sb_exact_sum_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                           int output_count)
{
    if (input_count != 1 || output_count != 1 || inputs[0] < SB_F64 || inputs[0] > SB_F8E5M2)
        return false;
    return inputs[0] == outputs[0] || (outputs[0] == SB_F32 && inputs[0] != SB_F64);
}

sb_status sb_exact_sum_run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    sb_reduction reduction;
    sb_status status = sb_reduction_of(context, &inputs[0], &outputs[0], &reduction);
    if (status != SB_OK || reduction.outputs == 0)
        return status;
    return inputs[0].format == SB_F64 ? sb_exact_reduce_f64(context, &reduction)
                                      : sb_exact_reduce_f32(context, &reduction);
}
