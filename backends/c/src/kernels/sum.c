/* sum.c - the op sum; see reduce/sum.h. */
#include "reduce/sum.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_sum_run(context, inputs, outputs, false);
}

const sb_kernel sb_kernel_sum = {.op = "sum",
                                 .supports = sb_sum_supports,
                                 .run = run,
                                 .parameters = sb_reduction_parameters};
