/* conv_transpose3d.c - the op conv_transpose3d; see conv/conv.h. */
#include "conv/conv.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_conv_call(context, inputs, outputs, SB_CONV_TRANSPOSED, 3);
}

const sb_kernel sb_kernel_conv_transpose3d = {.op = "conv_transpose3d",
                                              .supports = sb_conv_supports,
                                              .run = run,
                                              .parameters = sb_conv_transposed_parameters};
