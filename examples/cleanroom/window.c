/* See window.h. Positions are computed from the last axis to the first. */
#include "window.h"

#include <string.h>

static void read_each(const Call *call, const char *name, int axes, int64_t least, int64_t *values)
{
    for (int axis = 0; axis < SPATIAL; ++axis) values[axis] = least;
    integers_attribute(call, name, axes, least, least, values + SPATIAL - axes);
}

Window read_window(const Call *call, int axes)
{
    Window window = {.axes = axes, .input = {1, 1, 1}, .kernel = {1, 1, 1}, .output = {1, 1, 1}};
    read_each(call, "stride", axes, 1, window.stride);
    read_each(call, "padding", axes, 0, window.padding);
    read_each(call, "dilation", axes, 1, window.dilation);
    window.groups = 1;
    if (has_attribute(call, "groups"))
        window.groups = integer_attribute(call, "groups", 1, INT64_MAX);
    return window;
}

void set_sizes(const Window *window, int64_t sizes[SPATIAL], const int64_t *given)
{
    memcpy(sizes + SPATIAL - window->axes, given, (size_t)window->axes * sizeof *given);
}

const int64_t *sizes_of(const Window *window, const int64_t sizes[SPATIAL])
{
    return sizes + SPATIAL - window->axes;
}

void count_elements(Window *window)
{
    for (int axis = 0; axis < SPATIAL; ++axis)
        if (!window->kernel[axis])
            refuse("a kernel axis has the size 0");
    window->inputs = elements(SPATIAL, window->input);
    window->taps = elements(SPATIAL, window->kernel);
    window->outputs = elements(SPATIAL, window->output);
}

void set_output(Window *window)
{
    for (int axis = 0; axis < SPATIAL; ++axis) {
        const int64_t room = window->input[axis] + 2 * window->padding[axis] - 1;
        const int64_t reach = times(window->dilation[axis], window->kernel[axis] - 1);
        if (!window->kernel[axis])
            refuse("a kernel axis has the size 0");
        if (reach > room)
            refuse("the kernel reaches beyond the padded input");
        window->output[axis] = (room - reach) / window->stride[axis] + 1;
    }
}

int64_t input_place(const Window *window, int64_t output, int64_t tap)
{
    int64_t place = 0, step = 1;
    for (int axis = SPATIAL - 1; axis >= 0; --axis) {
        const int64_t size = window->input[axis];
        const int64_t i = window->stride[axis] * (output % window->output[axis]) +
                          window->dilation[axis] * (tap % window->kernel[axis]) -
                          window->padding[axis];
        if (i < 0 || i >= size)
            return -1;
        place += i * step;
        step *= size;
        output /= window->output[axis];
        tap /= window->kernel[axis];
    }
    return place;
}

bool tap_fits(const Window *window, int64_t input, int64_t tap, int64_t *output)
{
    int64_t place = 0, step = 1;
    bool inside = true;
    for (int axis = SPATIAL - 1; axis >= 0; --axis) {
        const int64_t size = window->output[axis];
        const int64_t distance = input % window->input[axis] + window->padding[axis] -
                                 times(window->dilation[axis], tap % window->kernel[axis]);
        if (distance % window->stride[axis])
            return false;
        const int64_t i = distance / window->stride[axis];
        inside = inside && i >= 0 && i < size;
        place += i * step;
        step *= size;
        input /= window->input[axis];
        tap /= window->kernel[axis];
    }
    *output = inside ? place : -1;
    return true;
}

void demand_groups(const Window *window, int64_t channels)
{
    if (channels % window->groups)
        refuse("%lld channels are not divided by %lld groups", (long long)channels,
               (long long)window->groups);
}

const double *read_bias(const Call *call, int64_t channels)
{
    if (call->operands < 3)
        return NULL;
    demand_rank(call, 2, 1);
    if (call->operand[2].count != channels)
        refuse("the bias has not one element for each channel of the result");
    return widened(&call->operand[2]);
}

uint64_t *make_spatial(Call *call, const Window *window, int64_t first, int64_t second,
                       const int64_t sizes[SPATIAL])
{
    int64_t shape[2 + SPATIAL] = {first, second};
    for (int axis = 0; axis < window->axes; ++axis) shape[2 + axis] = sizes_of(window, sizes)[axis];
    return make_result(call, 0, 2 + window->axes, shape);
}
