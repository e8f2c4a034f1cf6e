/* linear.c - the op linear; see contract/product.h. */
#include "contract/product.h"

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_product_supports(inputs, input_count, outputs, output_count) && outputs[0] != SB_I32;
}

const sb_kernel sb_kernel_linear = {.op = "linear", .supports = supports, .run = sb_linear_call};
