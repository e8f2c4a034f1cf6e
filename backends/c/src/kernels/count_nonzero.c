/* count_nonzero.c - the op count_nonzero; see reduce/whole.h. */
#include "reduce/whole.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_whole_run(context, inputs, outputs, SB_WHOLE_COUNT);
}

const sb_kernel sb_kernel_count_nonzero = {.op = "count_nonzero",
                                           .supports = sb_whole_count_supports,
                                           .run = run,
                                           .parameters = sb_reduction_parameters};
