/* trees.c - see trees.h. */
#include "reduce/trees.h"

static bool is_low(int32_t format)
{
    return format == SB_F16 || format == SB_BF16 || format == SB_F8E4M3FN || format == SB_F8E5M2;
}

bool sb_tree_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count)
{
    if (input_count != 1 || output_count != 1)
        return false;
    int32_t in = inputs[0], out = outputs[0];
    return (in == out && (in == SB_F64 || in == SB_F32)) ||
           (is_low(in) && (out == in || out == SB_F32));
}

sb_status sb_tree_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      sb_tree tree, double correction)
{
    sb_reduction reduction;
    sb_status status = sb_reduction_of(context, &inputs[0], &outputs[0], &reduction);
    if (status != SB_OK)
        return status;
    bool wide = inputs[0].format == SB_F64;
    if (tree == SB_TREE_PRODUCT)
        return wide ? sb_tree_reduce_product_f64(context, &reduction, tree, correction)
                    : sb_tree_reduce_product_f32(context, &reduction, tree, correction);
    return wide ? sb_tree_reduce_sum_f64(context, &reduction, tree, correction)
                : sb_tree_reduce_sum_f32(context, &reduction, tree, correction);
}
