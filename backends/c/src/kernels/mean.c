/* mean.c - the op mean; see reduce/sum.h. */
#include "reduce/sum.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_sum_run(context, inputs, outputs, true);
}

const sb_kernel sb_kernel_mean = {.op = "mean",
                                  .supports = sb_sum_supports,
                                  .run = run,
                                  .parameters = sb_reduction_parameters};
