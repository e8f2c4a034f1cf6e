/* repeat.c - the op repeat (clause S2): an index in x is the index in the result modulo the size of
 * the axis. */
#include "moves/places.h"

static const sb_parameter attributes[] = {{"repeats", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static int64_t from(int64_t at, int64_t size, const int64_t *repeats)
{
    (void)repeats;
    return at % size;
}

static int64_t length(int64_t size, const int64_t *repeats)
{
    return repeats[0] < 0 || (size > 0 && repeats[0] > INT64_MAX / size) ? -1 : size * repeats[0];
}

static int64_t even(int64_t at, int64_t size, const int64_t *repeats)
{
    return at + size - from(at, size, repeats);
}

static const sb_place_op rule = {
    .by_rank = "repeats", .has_axes = false, .from = from, .length = length, .even = even};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_places_run(context, &rule, inputs, outputs);
}

const sb_kernel sb_kernel_repeat = {
    .op = "repeat", .supports = sb_places_supports, .run = run, .parameters = attributes};
