/* scan.c - see scan.h. */
#include "scan/scan.h"

const sb_parameter sb_scan_parameters[] = {{"axis", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

bool sb_scan_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count)
{
    if (input_count != 1 || output_count != 1)
        return false;
    if (inputs[0] > SB_F8E5M2)
        return outputs[0] == SB_I64;
    return inputs[0] == outputs[0] || (inputs[0] > SB_F32 && outputs[0] == SB_F32);
}

/* Return the axis, counted from 0, or -1 with a message. */
static int axis_of(sb_context *context, const sb_array *input)
{
    const sb_attribute *given = sb_attribute_find(context, "axis");
    if (given != NULL && given->count != 1) {
        sb_fail(context, SB_INVALID, "%s: the attribute axis takes one integer, not %lld",
                context->call->op, (long long)given->count);
        return -1;
    }
    const int64_t axis = given == NULL ? -1 : given->values[0];
    if (axis < -input->rank || axis >= input->rank) {
        sb_fail(context, SB_INVALID, "%s: axis %lld is out of range for rank %d", context->call->op,
                (long long)axis, (int)input->rank);
        return -1;
    }
    return (int)(axis + (axis < 0 ? input->rank : 0));
}

static sb_status scan_of(sb_context *context, const sb_array *input, const sb_array *output,
                         sb_reduction *scan)
{
    const int axis = axis_of(context, input);
    if (axis < 0)
        return SB_INVALID;
    *scan = (sb_reduction){.outputs = 1,
                           .terms = input->shape[axis],
                           .input = input->data,
                           .output = output->data,
                           .in_format = input->format,
                           .out_format = output->format};
    bool fits = input->rank == output->rank;
    for (int i = 0; i < input->rank && fits; ++i) {
        fits = input->shape[i] == output->shape[i];
        if (i != axis)
            scan->outputs *= input->shape[i];
        sb_loops_append(i == axis ? &scan->reduced : &scan->kept, input->shape[i],
                        input->strides[i], output->strides[i]);
    }
    if (!fits)
        return sb_fail(context, SB_INVALID, "%s: the result must have the shape of the operand",
                       context->call->op);
    return SB_OK;
}

sb_status sb_scan_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      bool products)
{
    sb_reduction scan;
    sb_status status = scan_of(context, &inputs[0], &outputs[0], &scan);
    if (status != SB_OK || scan.terms == 0 || scan.outputs == 0)
        return status;
    if (scan.in_format > SB_F8E5M2)
        return sb_scan_integers(context, &scan, products);
    if (scan.in_format == SB_F64)
        return products ? sb_scan_product_f64(context, &scan) : sb_scan_sum_f64(context, &scan);
    return products ? sb_scan_product_f32(context, &scan) : sb_scan_sum_f32(context, &scan);
}
