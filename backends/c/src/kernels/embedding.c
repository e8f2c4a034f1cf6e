/* embedding.c - the op embedding (clause S2); see moves/take.h. */
#include "moves/index.h"
#include "moves/take.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *weight = &inputs[0], *index = &inputs[1], *y = &outputs[0];
    if (weight->rank != 2)
        return sb_fail(context, SB_INVALID, "embedding: the weight must be a matrix");
    int64_t shape[SB_MAX_RANK + 1];
    for (int i = 0; i < index->rank; ++i) shape[i] = index->shape[i];
    shape[index->rank] = weight->shape[1];
    sb_status status = sb_shape_check(context, y, index->rank + 1, shape, "result");
    if (status == SB_OK)
        status = sb_index_check(context, index, weight->shape[0]);
    if (status != SB_OK)
        return status;
    sb_take take = {.output = y->data,
                    .index = index->data,
                    .input = weight->data,
                    .step = weight->strides[0],
                    .index_format = index->format,
                    .size = sb_format_size(weight->format)};
    for (int i = 0; i < index->rank; ++i)
        sb_nest_add(&take.nest, index->shape[i], y->strides[i], index->strides[i], 0, 0);
    sb_nest_add(&take.nest, shape[index->rank], y->strides[index->rank], 0, weight->strides[1], 0);
    sb_take_run(context, &take);
    return SB_OK;
}

const sb_kernel sb_kernel_embedding = {.op = "embedding", .supports = sb_take_supports, .run = run};
