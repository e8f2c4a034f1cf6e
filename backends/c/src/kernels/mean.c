/* mean.c - the op mean; see reduce/trees.h. */
#include "reduce/trees.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_tree_run(context, inputs, outputs, SB_TREE_MEAN, 0);
}

const sb_kernel sb_kernel_mean = {
    .op = "mean", .supports = sb_tree_supports, .run = run, .parameters = sb_reduction_parameters};
