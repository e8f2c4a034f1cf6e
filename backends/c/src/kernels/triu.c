/* triu.c - the op triu (clauses S1, S2): the upper triangle; see moves/triangle.h. */
#include "moves/triangle.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_triangle_run(context, inputs, outputs, false);
}

const sb_kernel sb_kernel_triu = {.op = "triu",
                                  .supports = sb_triangle_supports,
                                  .run = run,
                                  .parameters = sb_triangle_parameters};
