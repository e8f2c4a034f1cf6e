/* geometry.c - see geometry.h. */
#include "reduce/geometry.h"

const sb_parameter sb_reduction_parameters[] = {
    {"axes", SB_INTEGERS, 0.0}, {"keepdims", SB_FLAG, 0.0}, {NULL, 0, 0.0}};

static sb_status read_axes(sb_context *context, const sb_array *input, bool *reduced)
{
    const char *op = context->call->op;
    const sb_attribute *axes = sb_attribute_find(context, "axes");
    for (int i = 0; i < input->rank; ++i) reduced[i] = axes == NULL;
    for (int64_t i = 0; axes != NULL && i < axes->count; ++i) {
        int64_t axis = axes->values[i];
        if (axis < -input->rank || axis >= input->rank)
            return sb_fail(context, SB_INVALID, "%s: axis %lld is out of range for rank %d", op,
                           (long long)axis, (int)input->rank);
        axis += axis < 0 ? input->rank : 0;
        if (reduced[axis])
            return sb_fail(context, SB_INVALID, "%s: axis %lld is named twice", op,
                           (long long)axis);
        reduced[axis] = true;
    }
    return SB_OK;
}

void sb_loops_append(sb_loops *loops, int64_t size, int64_t in, int64_t out)
{
    if (size == 1)
        return;
    int last = loops->rank - 1;
    if (last >= 0 && loops->in[last] == in * size && loops->out[last] == out * size) {
        loops->shape[last] *= size;
        loops->in[last] = in;
        loops->out[last] = out;
        return;
    }
    loops->shape[loops->rank] = size;
    loops->in[loops->rank] = in;
    loops->out[loops->rank] = out;
    ++loops->rank;
}

sb_status sb_reduction_of(sb_context *context, const sb_array *input, const sb_array *output,
                          sb_reduction *reduction)
{
    bool reduced[SB_MAX_RANK], keep = sb_attribute_flag(context, "keepdims");
    sb_status status = read_axes(context, input, reduced);
    if (status != SB_OK)
        return status;
    *reduction = (sb_reduction){.outputs = 1,
                                .terms = 1,
                                .input = input->data,
                                .output = output->data,
                                .in_format = input->format,
                                .out_format = output->format};
    int next = 0;
    bool fits = true;
    for (int i = 0; i < input->rank; ++i) {
        int64_t size = input->shape[i], stride = input->strides[i];
        if (reduced[i]) {
            reduction->terms *= size;
            sb_loops_append(&reduction->reduced, size, stride, 0);
        }
        if (reduced[i] && !keep)
            continue;
        fits = fits && next < output->rank && output->shape[next] == (reduced[i] ? 1 : size);
        if (fits && !reduced[i]) {
            reduction->outputs *= size;
            sb_loops_append(&reduction->kept, size, stride, output->strides[next]);
        }
        ++next;
    }
    if (!fits || next != output->rank)
        return sb_fail(context, SB_INVALID, "%s: the result's shape does not follow from the axes",
                       context->call->op);
    return SB_OK;
}

int64_t sb_loops_offset(const sb_loops *loops, const int64_t *strides, int64_t index)
{
    int64_t offset = 0;
    for (int i = loops->rank - 1; i >= 0; --i) {
        offset += index % loops->shape[i] * strides[i];
        index /= loops->shape[i];
    }
    return offset;
}
