/* slices.c - see slices.h. */
#include "fused/slices.h"

const sb_parameter sb_slices_parameters[] = {{"axis", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

sb_status sb_slices_of(sb_context *context, const sb_array *input, const sb_array *output,
                       sb_slices *slices)
{
    const char *op = context->call->op;
    const sb_attribute *given = sb_attribute_find(context, "axis");
    if (given != NULL && given->count != 1)
        return sb_fail(context, SB_INVALID, "%s: the attribute axis must be one integer", op);
    int64_t axis = given != NULL ? given->values[0] : -1;
    if (axis < -input->rank || axis >= input->rank)
        return sb_fail(context, SB_INVALID, "%s: axis %lld is out of range for rank %d", op,
                       (long long)axis, (int)input->rank);
    axis += axis < 0 ? input->rank : 0;
    bool fits = output->rank == input->rank;
    *slices = (sb_slices){.count = 1,
                          .input = input->data,
                          .output = output->data,
                          .in_format = input->format,
                          .out_format = output->format};
    for (int i = 0; fits && i < input->rank; ++i) {
        const int64_t size = input->shape[i];
        fits = output->shape[i] == size;
        if (i == axis) {
            slices->length = size;
            slices->in_step = input->strides[i];
            slices->out_step = output->strides[i];
        } else {
            slices->count *= size;
            if (size != 1) {
                sb_loops *others = &slices->others;
                others->shape[others->rank] = size;
                others->in[others->rank] = input->strides[i];
                others->out[others->rank] = output->strides[i];
                ++others->rank;
            }
        }
    }
    if (!fits)
        return sb_fail(context, SB_INVALID, "%s: operand and result differ in shape", op);
    return SB_OK;
}
