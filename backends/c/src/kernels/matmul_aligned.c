/* matmul_aligned.c - the op matmul_aligned; see contract/aligned/aligned.h. */
#include "contract/aligned/aligned.h"

#include "contract/product.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_product_call(context, inputs, outputs, 2);
}

const sb_kernel sb_kernel_matmul_aligned = {.op = "matmul_aligned",
                                            .supports = sb_aligned_supports,
                                            .run = run,
                                            .parameters = sb_aligned_parameters};
