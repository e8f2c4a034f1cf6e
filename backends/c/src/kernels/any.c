/* any.c - the op any; see reduce/whole.h. */
#include "reduce/whole.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_whole_run(context, inputs, outputs, SB_WHOLE_ANY);
}

const sb_kernel sb_kernel_any = {.op = "any",
                                 .supports = sb_whole_truth_supports,
                                 .run = run,
                                 .parameters = sb_reduction_parameters};
