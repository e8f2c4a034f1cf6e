/* windows.c - see windows.h. */
#include "pools/windows.h"

#define WINDOW                                                                                     \
    {"kernel_size", SB_INTEGERS, 0.0}, {"stride", SB_INTEGERS, 0.0}, {"padding", SB_INTEGERS, 0.0}

const sb_parameter sb_max_pool_parameters[] = {
    WINDOW, {"dilation", SB_INTEGERS, 0.0}, {"ceil_mode", SB_FLAG, 0.0}, {NULL, 0, 0.0}};

const sb_parameter sb_average_pool_parameters[] = {WINDOW,
                                                   {"ceil_mode", SB_FLAG, 0.0},
                                                   {"count_include_pad", SB_FLAG, 1.0},
                                                   {"divisor_override", SB_INTEGERS, 0.0},
                                                   {NULL, 0, 0.0}};

const sb_parameter sb_average_pool_gradient_parameters[] = {WINDOW,
                                                            {"count_include_pad", SB_FLAG, 1.0},
                                                            {"divisor_override", SB_INTEGERS, 0.0},
                                                            {"input_size", SB_INTEGERS, 0.0},
                                                            {NULL, 0, 0.0}};

enum { MOST = 1 << 30 };

/* Return the value for an axis in the attribute `name`, or -1 with a message. `otherwise` is the
 * default. */
static int64_t one_of(sb_context *context, const char *name, int rank, int axis, int64_t otherwise)
{
    const sb_attribute *given = sb_attribute_find(context, name);
    if (given == NULL && otherwise >= 0)
        return otherwise;
    if (given != NULL && given->count == rank && given->values[axis] >= 0 &&
        given->values[axis] <= MOST)
        return given->values[axis];
    sb_fail(context, SB_INVALID, "%s: the attribute %s must be %d integers from 0 to 2^30",
            context->call->op, name, rank);
    return -1;
}

static int64_t places_of(const sb_window_axis *axis, int64_t reach, bool up)
{
    const int64_t room = axis->size + 2 * axis->padding - reach;
    if (room < 0 && !(up && room + axis->stride - 1 >= 0))
        return 0;
    const int64_t places = (room + (up ? axis->stride - 1 : 0)) / axis->stride;
    const int64_t most = (axis->size + axis->padding - 1) / axis->stride;
    return (places < most ? places : most) + 1;
}

static sb_status fill_axis(sb_context *context, sb_window_axis *axis, int64_t found, bool gradient)
{
    const char *op = context->call->op;
    const int64_t reach = axis->dilation * (axis->taps - 1) + 1;
    if (axis->size == 0)
        return sb_fail(context, SB_INVALID, "%s: a spatial axis is empty", op);
    if (axis->padding > reach / 2)
        return sb_fail(context, SB_INVALID, "%s: the padding is more than half of a window", op);
    const bool up = !gradient && sb_attribute_flag(context, "ceil_mode");
    axis->places = places_of(axis, reach, up);
    if (gradient && axis->places != found)
        axis->places = places_of(axis, reach, true);
    if (axis->places < 1 || axis->places != found)
        return sb_fail(context, SB_INVALID, "%s: there are %lld places on an axis, not %lld", op,
                       (long long)axis->places, (long long)found);
    for (int64_t place = 0; axis->dilation > axis->size && place < axis->places; ++place) {
        const sb_taps taps = sb_taps_of(axis, place);
        if (taps.first >= taps.end)
            return sb_fail(context, SB_INVALID, "%s: a window reads nothing", op);
    }
    return SB_OK;
}

sb_status sb_windows_of(sb_context *context, const sb_array *input, const sb_array *output,
                        bool gradient, sb_windows *windows)
{
    const char *op = context->call->op;
    /* The digit in max_pool1d or avg_pool2d_gradient, for example. */
    const int rank = context->call->op[8] - '0';
    if (input->rank != rank + 2 || output->rank != rank + 2 ||
        input->shape[0] != output->shape[0] || input->shape[1] != output->shape[1])
        return sb_fail(context, SB_INVALID, "%s: operand and result must have %d axes", op,
                       rank + 2);
    *windows = (sb_windows){.samples = input->shape[0], .channels = input->shape[1]};
    windows->axis[0] = (sb_window_axis){1, 1, 1, 1, 0, 1};
    const bool dilated = context->kernel->parameters == sb_max_pool_parameters;
    int modes = 3; /* bits of possible rounding modes: in a gradient, both axes must fit the same
                    * mode */
    for (int i = 0; i < rank; ++i) {
        sb_window_axis *axis = &windows->axis[2 - rank + i];
        *axis = (sb_window_axis){.size = input->shape[2 + i],
                                 .taps = one_of(context, "kernel_size", rank, i, -1),
                                 .stride = one_of(context, "stride", rank, i, -1),
                                 .padding = one_of(context, "padding", rank, i, 0),
                                 .dilation = dilated ? one_of(context, "dilation", rank, i, 1) : 1};
        if (axis->taps < 1 || axis->stride < 1 || axis->padding < 0 || axis->dilation < 1)
            return sb_fail(context, SB_INVALID, "%s: windows need taps, strides and dilations", op);
        if (gradient && one_of(context, "input_size", rank, i, -1) != axis->size)
            return sb_fail(context, SB_INVALID, "%s: the result must have input_size", op);
        const int64_t found = output->shape[2 + i];
        const sb_status status = fill_axis(context, axis, found, gradient);
        if (status != SB_OK)
            return status;
        const int64_t reach = axis->dilation * (axis->taps - 1) + 1;
        modes &= (places_of(axis, reach, false) == found) | (places_of(axis, reach, true) == found)
                                                                << 1;
    }
    if (gradient && modes == 0)
        return sb_fail(context, SB_INVALID, "%s: the axes have places of different modes", op);
    if (!dilated) {
        const sb_attribute *given = sb_attribute_find(context, "divisor_override");
        if (given != NULL && (rank == 1 || given->count != 1 || given->values[0] < 1))
            return sb_fail(context, SB_INVALID,
                           "%s: divisor_override must be one integer from 1 on", op);
        windows->override = given != NULL ? given->values[0] : 0;
        windows->padded = sb_attribute_flag(context, "count_include_pad");
    }
    return SB_OK;
}

static int64_t count_of(const sb_window_axis *axis, bool padded, int64_t place)
{
    const int64_t start = axis->stride * place - axis->padding;
    const int64_t beyond = axis->size + (padded ? axis->padding : 0);
    const int64_t end = start + axis->taps < beyond ? start + axis->taps : beyond;
    return end - (start < 0 && !padded ? 0 : start);
}

void sb_window_divisors(const sb_windows *windows, int64_t place, int64_t *counted, float *divisors)
{
    const int64_t rows = count_of(&windows->axis[0], windows->padded, place);
    if (rows == *counted)
        return;
    *counted = rows;
    for (int64_t w = 0; w < windows->axis[1].places; ++w)
        divisors[w] = windows->override > 0
                          ? (float)windows->override
                          : (float)(rows * count_of(&windows->axis[1], windows->padded, w));
}
