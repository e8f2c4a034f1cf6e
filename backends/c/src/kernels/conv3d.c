/* conv3d.c - the op conv3d; see conv/conv.h. */
#include "conv/conv.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_conv_call(context, inputs, outputs, SB_CONV_FORWARD, 3);
}

const sb_kernel sb_kernel_conv3d = {
    .op = "conv3d", .supports = sb_conv_supports, .run = run, .parameters = sb_conv_parameters};
