/* gather_gradient.c - the op gather_gradient (clause T7); see scatter/scatter.h. */
#include "moves/index.h"
#include "scatter/scatter.h"

static const sb_parameter attributes[] = {
    {"axis", SB_INTEGERS, 0.0}, {"size", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *gradient = &inputs[0], *index = &inputs[1];
    int64_t shape[SB_MAX_RANK], size;
    int axis;
    sb_status status = sb_axis_of(context, index->rank, 0, &axis);
    if (status == SB_OK)
        status = sb_integer_of(context, "size", -1, &size);
    if (status != SB_OK)
        return status;
    for (int i = 0; i < index->rank; ++i) shape[i] = i == axis ? size : index->shape[i];
    status = sb_shape_check(context, outputs, index->rank, shape, "result");
    if (status == SB_OK)
        status = sb_shape_check(context, gradient, index->rank, index->shape, "gradient");
    if (status != SB_OK)
        return status;
    sb_scatter scatter = {.updates = gradient,
                          .index = index,
                          .result = outputs,
                          .step = outputs->strides[axis],
                          .limit = size,
                          .skipped = -1};
    sb_nest_add(&scatter.positions, index->shape[axis], gradient->strides[axis],
                index->strides[axis], 0, 0);
    for (int i = 0; i < index->rank; ++i)
        if (i != axis)
            sb_scatter_keep(&scatter, index->shape[i], gradient->strides[i], index->strides[i],
                            outputs->strides[i], 0);
    return sb_scatter_run(context, &scatter);
}

const sb_kernel sb_kernel_gather_gradient = {.op = "gather_gradient",
                                             .supports = sb_scatter_gradient_supports,
                                             .run = run,
                                             .parameters = attributes};
