/* std.c - the op std; see reduce/variance.h. */
#include "reduce/variance.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_variance_run(context, inputs, outputs, SB_TREE_DEVIATION);
}

const sb_kernel sb_kernel_std = {
    .op = "std", .supports = sb_tree_supports, .run = run, .parameters = sb_variance_parameters};
