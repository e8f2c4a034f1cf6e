/* linspace.c - the op linspace (clause G15.4); see filled/spaced.h. */
#include "filled/spaced.h"
#include "moves/index.h"

static const sb_parameter attributes[] = {{"end", SB_NUMBER, 0.0},
                                          {"start", SB_NUMBER, 0.0},
                                          {"steps", SB_INTEGERS, 0.0},
                                          {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    int64_t steps;
    (void)inputs;
    sb_spaced spaced = {.first = sb_attribute_number(context, "start"),
                        .other = sb_attribute_number(context, "end")};
    sb_status status = sb_integer_of(context, "steps", -1, &steps);
    if (status != SB_OK)
        return status;
    if (!sb_spaced_is_finite(spaced.first) || !sb_spaced_is_finite(spaced.other))
        return sb_fail(context, SB_INVALID, "linspace: start=%g and end=%g must be finite",
                       spaced.first, spaced.other);
    if (steps < 0 || steps > INT64_C(1) << 53)
        return sb_fail(context, SB_INVALID, "linspace: steps=%lld is not in 0 .. 2^53",
                       (long long)steps);
    status = sb_shape_check(context, outputs, 1, &steps, "result");
    if (status != SB_OK || steps == 0)
        return status;
    spaced.parts = steps > 1 ? steps - 1 : 1;
    sb_spaced_run(context, &spaced, outputs);
    return SB_OK;
}

const sb_kernel sb_kernel_linspace = {
    .op = "linspace", .supports = sb_spaced_supports, .run = run, .parameters = attributes};
