/* embedding_gradient.c - the op embedding_gradient (clause T7); see scatter/scatter.h. */
#include "moves/index.h"
#include "scatter/scatter.h"

static const sb_parameter attributes[] = {
    {"padding_index", SB_INTEGERS, 0.0}, {"rows", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *gradient = &inputs[0], *index = &inputs[1];
    const int last = index->rank;
    int64_t rows, skipped, shape[SB_MAX_RANK + 1];
    sb_status status = sb_integer_of(context, "rows", -1, &rows);
    if (status == SB_OK)
        status = sb_integer_of(context, "padding_index", -1, &skipped);
    if (status != SB_OK)
        return status;
    if (sb_attribute_find(context, "padding_index") != NULL && (skipped < 0 || skipped >= rows))
        return sb_fail(context, SB_INVALID,
                       "embedding_gradient: padding_index=%lld is out of range for %lld rows",
                       (long long)skipped, (long long)rows);
    if (gradient->rank != last + 1)
        return sb_fail(context, SB_INVALID,
                       "embedding_gradient: the gradient must have one axis more than the index");
    for (int i = 0; i < last; ++i) shape[i] = index->shape[i];
    shape[last] = gradient->shape[last];
    status = sb_shape_check(context, gradient, last + 1, shape, "gradient");
    if (status == SB_OK)
        status = sb_shape_check(context, outputs, 2, (int64_t[]){rows, shape[last]}, "result");
    if (status != SB_OK)
        return status;
    sb_scatter scatter = {.updates = gradient,
                          .index = index,
                          .result = outputs,
                          .step = outputs->strides[0],
                          .limit = rows,
                          .skipped = skipped};
    for (int i = 0; i < last; ++i)
        sb_nest_add(&scatter.positions, index->shape[i], gradient->strides[i], index->strides[i], 0,
                    0);
    sb_scatter_keep(&scatter, shape[last], gradient->strides[last], 0, outputs->strides[1], 0);
    return sb_scatter_run(context, &scatter);
}

const sb_kernel sb_kernel_embedding_gradient = {.op = "embedding_gradient",
                                                .supports = sb_scatter_gradient_supports,
                                                .run = run,
                                                .parameters = attributes};
