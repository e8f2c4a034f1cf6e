/* sum.c - the op sum, of floats (reduce/trees.h) and of integers (reduce/whole.h). */
#include "reduce/trees.h"
#include "reduce/whole.h"

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_tree_supports(inputs, input_count, outputs, output_count) ||
           sb_whole_sum_supports(inputs, input_count, outputs, output_count);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    if (inputs[0].format >= SB_I64)
        return sb_whole_run(context, inputs, outputs, SB_WHOLE_SUM);
    return sb_tree_run(context, inputs, outputs, SB_TREE_SUM, 0);
}

const sb_kernel sb_kernel_sum = {.op = "sum",
                                 .supports = supports,
                                 .run = run,
                                 .parameters = sb_reduction_parameters};
