/* logsumexp.c - the op logsumexp; see reduce/trees.h. */
#include "reduce/trees.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_tree_run(context, inputs, outputs, SB_TREE_LOGSUMEXP, 0);
}

const sb_kernel sb_kernel_logsumexp = {.op = "logsumexp",
                                       .supports = sb_tree_supports,
                                       .run = run,
                                       .parameters = sb_reduction_parameters};
