/* roll.c - the op roll (clause S2). The parameter of an axis (moves/places.h) is its shift. */
#include "moves/places.h"

static const sb_parameter attributes[] = {
    {"axes", SB_INTEGERS, 0.0}, {"shifts", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

static int64_t from(int64_t at, int64_t size, const int64_t *shift)
{
    const int64_t place = (at - shift[0] % size) % size;
    return place < 0 ? place + size : place;
}

static int64_t length(int64_t size, const int64_t *numbers)
{
    (void)numbers;
    return size;
}

static int64_t even(int64_t at, int64_t size, const int64_t *shift)
{
    /* The run ends at the last element of x, because the first element follows it. */
    return at + size - from(at, size, shift);
}

static const sb_place_op rule = {
    .by_axes = {"shifts", NULL}, .has_axes = true, .from = from, .length = length, .even = even};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_places_run(context, &rule, inputs, outputs);
}

const sb_kernel sb_kernel_roll = {
    .op = "roll", .supports = sb_places_supports, .run = run, .parameters = attributes};
