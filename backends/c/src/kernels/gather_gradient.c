/* gather_gradient.c - the op gather_gradient (clause T7); see scatter/scatter.h. */
#include "moves/index.h"
#include "scatter/scatter.h"

static const sb_parameter attributes[] = {
    {"axis", SB_INTEGERS, 0.0}, {"shape", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *gradient = &inputs[0], *index = &inputs[1];
    const sb_attribute *shape = sb_attribute_find(context, "shape");
    const int64_t *sizes = outputs->shape;
    int axis;
    sb_status status = sb_axis_of(context, index->rank, 0, &axis);
    if (status == SB_OK && (shape == NULL || shape->count != index->rank))
        return sb_fail(context, SB_INVALID, "%s: the attribute shape must have %d integers",
                       context->call->op, (int)index->rank);
    if (status == SB_OK)
        status = sb_shape_check(context, outputs, index->rank, shape->values, "result");
    if (status == SB_OK)
        status = sb_shape_check(context, gradient, index->rank, index->shape, "gradient");
    if (status != SB_OK)
        return status;
    for (int i = 0; i < index->rank; ++i)
        if (i != axis && index->shape[i] > sizes[i])
            return sb_fail(context, SB_INVALID,
                           "%s: the index has %lld elements on axis %d, the result only %lld",
                           context->call->op, (long long)index->shape[i], i, (long long)sizes[i]);
    sb_scatter scatter = {.updates = gradient,
                          .index = index,
                          .result = outputs,
                          .step = outputs->strides[axis],
                          .limit = sizes[axis],
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
