/* sum_kernel.h - the kernel of sum or prod: a template with OP, TREE (the operation on floats) and
 * WHOLE (the operation on integers). Floats use trees (reduce/trees.h), and integers are computed
 * modulo 2^64 (reduce/whole.h).
 */
#include "elementwise/format_names.h"
#include "reduce/trees.h"
#include "reduce/whole.h"

static bool sum_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count)
{
    return sb_tree_supports(inputs, input_count, outputs, output_count) ||
           sb_whole_sum_supports(inputs, input_count, outputs, output_count);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    if (inputs[0].format >= SB_I64)
        return sb_whole_run(context, inputs, outputs, WHOLE);
    return sb_tree_run(context, inputs, outputs, TREE, 0);
}

const sb_kernel SB_PASTE(sb_kernel_, OP) = {
    .op = SB_SPELLING(OP),
    .supports = sum_supports,
    .run = run,
    .parameters = sb_reduction_parameters,
};
