/* stretch.c - the op stretch (clause S2). Each axis has two numbers: its factor, and 1 if the call
 * names the axis. */
#include "moves/places.h"

static const sb_parameter attributes[] = {
    {"axes", SB_INTEGERS, 0.0}, {"factors", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static int64_t from(int64_t at, int64_t size, const int64_t *factor)
{
    (void)size;
    return factor[1] == 0 ? at : at / factor[0];
}

static int64_t length(int64_t size, const int64_t *factor)
{
    if (factor[1] == 0)
        return size;
    return factor[0] < 1 || (size > 0 && factor[0] > INT64_MAX / size) ? -1 : size * factor[0];
}

static const sb_place_op rule = {
    .by_axes = {"factors", NULL}, .has_axes = true, .from = from, .length = length};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_places_run(context, &rule, inputs, outputs);
}

const sb_kernel sb_kernel_stretch = {
    .op = "stretch", .supports = sb_places_supports, .run = run, .parameters = attributes};
