/* bmm.c - the op bmm; see contract/product.h. */
#include "contract/product.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_product_call(context, inputs, outputs, 3);
}

const sb_kernel sb_kernel_bmm = {
    .op = "bmm", .supports = sb_product_supports, .run = run, .parameters = sb_product_parameters};
