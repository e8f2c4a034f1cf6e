/* index_select.c - the op index_select (clause S2); see moves/take.h. */
#include "moves/index.h"
#include "moves/take.h"

static const sb_parameter attributes[] = {{"axis", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *index = &inputs[1], *y = &outputs[0];
    int axis;
    sb_status status = sb_axis_of(context, x->rank, 0, &axis);
    if (status != SB_OK)
        return status;
    if (index->rank != 1)
        return sb_fail(context, SB_INVALID, "index_select: the index must be a vector");
    int64_t shape[SB_MAX_RANK];
    for (int i = 0; i < x->rank; ++i) shape[i] = i == axis ? index->shape[0] : x->shape[i];
    status = sb_shape_check(context, y, x->rank, shape, "result");
    if (status == SB_OK)
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
        sb_nest_add(&take.nest, y->shape[i], y->strides[i], i == axis ? index->strides[0] : 0,
                    i == axis ? 0 : x->strides[i], 0);
    sb_take_run(context, &take);
    return SB_OK;
}

const sb_kernel sb_kernel_index_select = {
    .op = "index_select", .supports = sb_take_supports, .run = run, .parameters = attributes};
