/* logsumexp.c - the op logsumexp; see reduce/trees.h. */
#include "reduce/trees.h"

/* There is no exp of binary64. */
static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_tree_supports(inputs, input_count, outputs, output_count) && inputs[0] != SB_F64;
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_tree_run(context, inputs, outputs, SB_TREE_LOGSUMEXP, 0);
}

const sb_kernel sb_kernel_logsumexp = {
    .op = "logsumexp", .supports = supports, .run = run, .parameters = sb_reduction_parameters};
