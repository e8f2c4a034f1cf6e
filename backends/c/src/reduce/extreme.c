/* extreme.c - see extreme.h. */
#include "reduce/extreme.h"

#include "reduce/trees.h"

static bool is_format(int32_t format) { return sb_format_size(format) > 0; }

bool sb_extreme_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count)
{
    return sb_tree_supports(inputs, input_count, outputs, output_count) ||
           (input_count == 1 && output_count == 1 && is_format(inputs[0]) &&
            inputs[0] == outputs[0]);
}

bool sb_index_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                       int output_count)
{
    return input_count == 1 && output_count == 1 && is_format(inputs[0]) && outputs[0] == SB_I64;
}

sb_status sb_extreme_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                         sb_order order, bool indices)
{
    sb_reduction reduction;
    sb_status status = sb_reduction_of(context, &inputs[0], &outputs[0], &reduction);
    if (status != SB_OK)
        return status;
    if (reduction.terms == 0 && order != SB_GREATEST_MAGNITUDE) {
        char shape[SB_SHAPE_TEXT];
        return sb_fail(context, SB_INVALID,
                       "%s: a reduction over an empty axis has no value, got shape %s",
                       context->call->op, sb_shape_text(&inputs[0], shape));
    }
    return sb_format_size(inputs[0].format) == 8
               ? sb_extreme_reduce_f64(context, &reduction, order, indices)
               : sb_extreme_reduce_f32(context, &reduction, order, indices);
}
