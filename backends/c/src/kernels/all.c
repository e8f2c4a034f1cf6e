/* all.c - the op all; see reduce/whole.h. */
#include "reduce/whole.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_whole_run(context, inputs, outputs, SB_WHOLE_ALL);
}

const sb_kernel sb_kernel_all = {.op = "all",
                                 .supports = sb_whole_truth_supports,
                                 .run = run,
                                 .parameters = sb_reduction_parameters};
