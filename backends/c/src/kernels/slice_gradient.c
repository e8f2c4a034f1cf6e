/* slice_gradient.c - the op slice_gradient (clause S2). The parameters of an axis (moves/places.h)
 * are start, step, the size of the result, and whether the attribute `axes` names it. */
#include "moves/places.h"

static const sb_parameter attributes[] = {{"axes", SB_INTEGERS, 0.0},
                                          {"shape", SB_INTEGERS, 0.0},
                                          {"starts", SB_INTEGERS, 0.0},
                                          {"steps", SB_INTEGERS, 0.0},
                                          {NULL, 0, 0.0}};

static int64_t from(int64_t at, int64_t size, const int64_t *part)
{
    if (part[3] == 0)
        return at;
    const int64_t behind = at - part[0], place = behind / part[1];
    return behind < 0 || place * part[1] != behind || place >= size ? -1 : place;
}

static int64_t length(int64_t size, const int64_t *part)
{
    if (part[3] == 0)
        return part[2] == size ? size : -1;
    if (part[0] < 0 || part[0] > part[2] || part[1] < 1)
        return -1;
    const int64_t room = part[0] == part[2] ? 0 : (part[2] - part[0] - 1) / part[1] + 1;
    return size <= room ? part[2] : -1;
}

static const sb_place_op rule = {.by_axes = {"starts", "steps", NULL},
                                 .by_rank = "shape",
                                 .has_axes = true,
                                 .from = from,
                                 .length = length};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_places_run(context, &rule, inputs, outputs);
}

const sb_kernel sb_kernel_slice_gradient = {
    .op = "slice_gradient", .supports = sb_places_supports, .run = run, .parameters = attributes};
