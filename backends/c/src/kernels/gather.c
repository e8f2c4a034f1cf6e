/* gather.c - the op gather (clause S2); see moves/take.h. */
#include "moves/index.h"
#include "moves/take.h"

static const sb_parameter attributes[] = {{"axis", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *index = &inputs[1], *y = &outputs[0];
    int axis;
    sb_status status = sb_axis_of(context, x->rank, 0, &axis);
    if (status == SB_OK)
        status = sb_shape_check(context, y, index->rank, index->shape, "result");
    if (status != SB_OK)
        return status;
    bool fits = index->rank == x->rank;
    for (int i = 0; fits && i < x->rank; ++i) fits = i == axis || index->shape[i] <= x->shape[i];
    if (!fits)
        return sb_fail(context, SB_INVALID, "gather: the index is larger than x outside axis %d",
                       axis);
    status = sb_index_check(context, index, x->shape[axis]);
    if (status != SB_OK)
        return status;
    sb_take take = {.output = y->data,
                    .index = index->data,
                    .input = x->data,
                    .step = x->strides[axis],
                    .index_format = index->format,
                    .size = sb_format_size(x->format)};
    for (int i = 0; i < x->rank; ++i)
        sb_nest_add(&take.nest, y->shape[i], y->strides[i], index->strides[i],
                    i == axis ? 0 : x->strides[i], 0);
    sb_take_run(context, &take);
    return SB_OK;
}

const sb_kernel sb_kernel_gather = {
    .op = "gather", .supports = sb_take_supports, .run = run, .parameters = attributes};
