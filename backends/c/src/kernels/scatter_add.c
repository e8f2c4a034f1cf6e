/* scatter_add.c - the op scatter_add (clause T7); see scatter/scatter.h. */
#include "moves/index.h"
#include "scatter/scatter.h"

static const sb_parameter attributes[] = {{"axis", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *prior = &inputs[0], *index = &inputs[1], *updates = &inputs[2];
    int axis;
    sb_status status = sb_axis_of(context, prior->rank, 0, &axis);
    if (status == SB_OK)
        status = sb_shape_check(context, outputs, prior->rank, prior->shape, "result");
    if (status == SB_OK)
        status = sb_shape_check(context, updates, index->rank, index->shape, "updates");
    if (status != SB_OK)
        return status;
    bool fits = index->rank == prior->rank;
    for (int i = 0; fits && i < prior->rank; ++i)
        fits = i == axis || index->shape[i] <= prior->shape[i];
    if (!fits)
        return sb_fail(context, SB_INVALID,
                       "scatter_add: the index is larger than prior outside axis %d", axis);
    sb_scatter scatter = {.updates = updates,
                          .index = index,
                          .result = outputs,
                          .prior = prior,
                          .step = outputs->strides[axis],
                          .prior_step = prior->strides[axis],
                          .limit = prior->shape[axis],
                          .skipped = -1};
    sb_nest_add(&scatter.positions, index->shape[axis], updates->strides[axis],
                index->strides[axis], 0, 0);
    for (int i = 0; i < prior->rank; ++i)
        if (i != axis)
            sb_scatter_keep(&scatter, index->shape[i], updates->strides[i], index->strides[i],
                            outputs->strides[i], prior->strides[i]);
    return sb_scatter_run(context, &scatter);
}

const sb_kernel sb_kernel_scatter_add = {
    .op = "scatter_add", .supports = sb_scatter_supports, .run = run, .parameters = attributes};
