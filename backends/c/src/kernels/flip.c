/* flip.c - the op flip (clause S2). The parameter of an axis (moves/places.h) is 1 if it is
 * flipped. */
#include "moves/places.h"

static const sb_parameter attributes[] = {{"axes", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static int64_t from(int64_t at, int64_t size, const int64_t *named)
{
    return named[0] != 0 ? size - 1 - at : at;
}

static int64_t length(int64_t size, const int64_t *numbers)
{
    (void)numbers;
    return size;
}

static int64_t even(int64_t at, int64_t size, const int64_t *numbers)
{
    (void)at, (void)size, (void)numbers;
    return INT64_MAX;
}

static const sb_place_op rule = {.has_axes = true, .from = from, .length = length, .even = even};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_places_run(context, &rule, inputs, outputs);
}

const sb_kernel sb_kernel_flip = {
    .op = "flip", .supports = sb_places_supports, .run = run, .parameters = attributes};
