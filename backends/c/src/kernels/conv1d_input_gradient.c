/* conv1d_input_gradient.c - the op conv1d_input_gradient; see conv/conv.h. */
#include "conv/conv.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_conv_call(context, inputs, outputs, SB_CONV_INPUT_GRADIENT, 1);
}

const sb_kernel sb_kernel_conv1d_input_gradient = {.op = "conv1d_input_gradient",
                                                   .supports = sb_conv_supports,
                                                   .run = run,
                                                   .parameters = sb_conv_input_gradient_parameters};
