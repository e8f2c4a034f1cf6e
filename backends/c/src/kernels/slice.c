/* slice.c - the op slice (clause S2). The parameters of an axis (moves/places.h) are start, stop,
 * step, and whether the attribute `axes` names it. */
#include "moves/places.h"

static const sb_parameter attributes[] = {{"axes", SB_INTEGERS, 0.0},
                                          {"starts", SB_INTEGERS, 0.0},
                                          {"steps", SB_INTEGERS, 0.0},
                                          {"stops", SB_INTEGERS, 0.0},
                                          {NULL, 0, 0.0}};

static int64_t from(int64_t at, int64_t size, const int64_t *part)
{
    (void)size;
    return part[3] == 0 ? at : part[0] + at * part[2];
}

static int64_t length(int64_t size, const int64_t *part)
{
    if (part[3] == 0)
        return size;
    if (part[0] < 0 || part[0] > part[1] || part[1] > size || part[2] < 1)
        return -1;
    return part[0] == part[1] ? 0 : (part[1] - part[0] - 1) / part[2] + 1;
}

static int64_t even(int64_t at, int64_t size, const int64_t *numbers)
{
    (void)at, (void)size, (void)numbers;
    return INT64_MAX;
}

static const sb_place_op rule = {.by_axes = {"starts", "stops", "steps", NULL},
                                 .has_axes = true,
                                 .from = from,
                                 .length = length,
                                 .even = even};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_places_run(context, &rule, inputs, outputs);
}

const sb_kernel sb_kernel_slice = {
    .op = "slice", .supports = sb_places_supports, .run = run, .parameters = attributes};
