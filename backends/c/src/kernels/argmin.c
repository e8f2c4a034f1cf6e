/* argmin.c - the op argmin; see reduce/extreme.h. */
#include "reduce/extreme.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_extreme_run(context, inputs, outputs, SB_LEAST, true);
}

const sb_kernel sb_kernel_argmin = {.op = "argmin",
                                    .supports = sb_index_supports,
                                    .run = run,
                                    .parameters = sb_reduction_parameters};
