/* bmm_aligned.c - the op bmm_aligned; see contract/aligned/aligned.h. */
#include "contract/aligned/aligned.h"

#include "contract/product.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_product_call(context, inputs, outputs, 3);
}

const sb_kernel sb_kernel_bmm_aligned = {.op = "bmm_aligned",
                                         .supports = sb_aligned_supports,
                                         .run = run,
                                         .parameters = sb_aligned_parameters};
