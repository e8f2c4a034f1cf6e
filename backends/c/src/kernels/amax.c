/* amax.c - the op amax; see reduce/extreme.h. */
#include "reduce/extreme.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_extreme_run(context, inputs, outputs, SB_GREATEST, false);
}

const sb_kernel sb_kernel_amax = {.op = "amax",
                                  .supports = sb_extreme_supports,
                                  .run = run,
                                  .parameters = sb_reduction_parameters};
