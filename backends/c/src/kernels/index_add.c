/* index_add.c - the op index_add (clause T7); see scatter/scatter.h. */
#include "moves/index.h"
#include "scatter/scatter.h"

static const sb_parameter attributes[] = {{"axis", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *prior = &inputs[0], *index = &inputs[1], *updates = &inputs[2];
    int axis;
    sb_status status = sb_axis_of(context, prior->rank, 0, &axis);
    if (status != SB_OK)
        return status;
    if (index->rank != 1)
        return sb_fail(context, SB_INVALID, "index_add: the index must be a vector");
    int64_t shape[SB_MAX_RANK];
    for (int i = 0; i < prior->rank; ++i) shape[i] = i == axis ? index->shape[0] : prior->shape[i];
    status = sb_shape_check(context, outputs, prior->rank, prior->shape, "result");
    if (status == SB_OK)
        status = sb_shape_check(context, updates, prior->rank, shape, "updates");
    if (status != SB_OK)
        return status;
    sb_scatter scatter = {.updates = updates,
                          .index = index,
                          .result = outputs,
                          .prior = prior,
                          .step = outputs->strides[axis],
                          .prior_step = prior->strides[axis],
                          .limit = prior->shape[axis],
                          .skipped = -1};
    sb_nest_add(&scatter.positions, index->shape[0], updates->strides[axis], index->strides[0], 0,
                0);
    for (int i = 0; i < prior->rank; ++i)
        if (i != axis)
            sb_scatter_keep(&scatter, shape[i], updates->strides[i], 0, outputs->strides[i],
                            prior->strides[i]);
    return sb_scatter_run(context, &scatter);
}

const sb_kernel sb_kernel_index_add = {
    .op = "index_add", .supports = sb_scatter_supports, .run = run, .parameters = attributes};
