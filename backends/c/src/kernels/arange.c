/* arange.c - the op arange (clause G15.3); see filled/spaced.h. */
#include "filled/spaced.h"
#include "moves/index.h"

static const sb_parameter attributes[] = {
    {"end", SB_NUMBER, 0.0}, {"start", SB_NUMBER, 0.0}, {"step", SB_NUMBER, 1.0}, {NULL, 0, 0.0}};

/* Return the number of elements by the clause, computed in binary64, or -1 if it is undefined. */
static int64_t count_of(double start, double end, double step)
{
    const double ratio = (end - start) / step;
    if (!(ratio > -1.0 && ratio <= 0x1.fffffffffffffp52))
        return -1;
    const int64_t whole = (int64_t)ratio;
    return whole + ((double)whole < ratio);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_spaced spaced = {.first = sb_attribute_number(context, "start"),
                              .other = sb_attribute_number(context, "step")};
    const double end = sb_attribute_number(context, "end");
    (void)inputs;
    if (!sb_spaced_is_finite(spaced.first) || !sb_spaced_is_finite(end) ||
        !sb_spaced_is_finite(spaced.other) || spaced.other == 0.0)
        return sb_fail(context, SB_INVALID,
                       "arange: start=%g, end=%g and step=%g must be finite, and step not 0",
                       spaced.first, end, spaced.other);
    const int64_t count = count_of(spaced.first, end, spaced.other);
    if (count < 0)
        return sb_fail(context, SB_INVALID,
                       "arange: from %g to %g by %g there are not 0 to 2^53 - 1 steps",
                       spaced.first, end, spaced.other);
    const sb_status status = sb_shape_check(context, outputs, 1, &count, "result");
    if (status == SB_OK && count > 0)
        sb_spaced_run(context, &spaced, outputs);
    return status;
}

const sb_kernel sb_kernel_arange = {
    .op = "arange", .supports = sb_spaced_supports, .run = run, .parameters = attributes};
