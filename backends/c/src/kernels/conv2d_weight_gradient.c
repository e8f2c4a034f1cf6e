/* conv2d_weight_gradient.c - the op conv2d_weight_gradient; see conv/conv.h. */
#include "conv/conv.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_conv_call(context, inputs, outputs, SB_CONV_WEIGHT_GRADIENT, 2);
}

const sb_kernel sb_kernel_conv2d_weight_gradient = {.op = "conv2d_weight_gradient",
                                                    .supports = sb_conv_supports,
                                                    .run = run,
                                                    .parameters =
                                                        sb_conv_weight_gradient_parameters};
