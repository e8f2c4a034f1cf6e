/* outer.c - the op outer; see contract/outer.h. */
#include "contract/formats.h"
#include "contract/product.h"

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 2 && output_count == 1 &&
           float_product_fits(inputs[0], inputs[1], outputs[0]);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *a = &inputs[0], *b = &inputs[1], *c = &outputs[0];
    if (a->rank != 1 || b->rank != 1 || c->rank != 2 || c->shape[0] != a->shape[0] ||
        c->shape[1] != b->shape[0])
        return sb_fail(context, SB_INVALID, "outer: the shapes of operands and result do not fit");
    sb_product product = {.m = a->shape[0],
                          .n = b->shape[0],
                          .k = 1,
                          .a = {a->data, a->strides[0], 0, a->format},
                          .b = {b->data, 0, b->strides[0], b->format},
                          .c = {c->data, c->strides[0], c->strides[1], c->format}};
    if (product.c.row == (int64_t)sb_format_size(c->format))
        product = sb_product_transposed(&product); /* the order of the factors does not matter */
    if (a->format == SB_F64)
        sb_outer_run_f64(context, &product);
    else
        sb_outer_run_f32(context, &product);
    return SB_OK;
}

const sb_kernel sb_kernel_outer = {.op = "outer", .supports = supports, .run = run};
