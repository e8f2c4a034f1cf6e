/* pad and unfold: copy elements of x to new positions and fill the others (S2.pad, S2.unfold). */
#include "ops.h"
#include "strided.h"

#include <string.h>

typedef enum { CONSTANT, REFLECT, REPLICATE, CIRCULAR, MODES } Mode;

static Mode mode_of(const Call *call)
{
    static const char *const names[MODES] = {"constant", "reflect", "replicate", "circular"};
    const char *word = word_attribute(call, "mode", "constant");
    Mode mode = 0;
    while (mode < MODES && strcmp(names[mode], word)) ++mode;
    if (mode == MODES)
        refuse("there is no such mode");
    return mode;
}

/* Refuses a width that S2.pad.2 forbids for an axis of n elements. */
static void demand_width(Mode mode, int64_t n, int64_t width)
{
    const bool too_wide = (mode == REFLECT && width > n - 1) || (mode == CIRCULAR && width > n);
    if (width > 0 && mode != CONSTANT && (too_wide || n == 0))
        refuse("a width is too large for an axis of %lld elements", (long long)n);
}

/* Returns the source of element j on an axis of n elements; -1 means the constant. */
static int64_t source(Mode mode, int64_t n, int64_t j)
{
    if (j >= 0 && j < n)
        return j;
    switch (mode) {
    case REFLECT: return j < 0 ? -j : 2 * (n - 1) - j;
    case REPLICATE: return j < 0 ? 0 : n - 1;
    case CIRCULAR: return j < 0 ? j + n : j - n;
    default: return -1;
    }
}

void run_pad(Call *call, int which)
{
    (void)which;
    const Tensor *x = &call->operand[0];
    const Mode mode = mode_of(call);
    const double value = real_attribute(call, "value", 0);
    const uint64_t constant = cast_bits(F64, double_bits(value), x->format, SATURATE);
    int64_t widths[2 * MAX_RANK], shape[MAX_RANK], stride[MAX_RANK];
    integers_attribute(call, "widths", 2 * x->rank, 0, -1, widths);
    for (int axis = 0; axis < x->rank; ++axis) {
        demand_width(mode, x->shape[axis], widths[2 * axis]);
        demand_width(mode, x->shape[axis], widths[2 * axis + 1]);
        shape[axis] = widths[2 * axis] + x->shape[axis] + widths[2 * axis + 1];
    }
    uint64_t *y = make_result(call, 0, x->rank, shape);
    row_major(x->rank, x->shape, stride);
    for (int64_t i = 0; i < call->result[0].count; ++i) {
        int64_t rest = i, from = 0;
        for (int axis = x->rank - 1; axis >= 0; --axis) {
            const int64_t j = rest % shape[axis] - widths[2 * axis];
            const int64_t place = source(mode, x->shape[axis], j);
            rest /= shape[axis];
            from = place < 0 || from < 0 ? -1 : from + place * stride[axis];
        }
        y[i] = from < 0 ? constant : x->bits[from];
    }
}

void run_unfold(Call *call, int which)
{
    (void)which;
    const Tensor *x = &call->operand[0];
    int64_t kernel[2], stride[2], padding[2], dilation[2], windows[2];
    demand_rank(call, 0, 4);
    integers_attribute(call, "kernel_size", 2, 1, -1, kernel);
    integers_attribute(call, "stride", 2, 1, 1, stride);
    integers_attribute(call, "padding", 2, 0, 0, padding);
    integers_attribute(call, "dilation", 2, 1, 1, dilation);
    for (int axis = 0; axis < 2; ++axis) {
        const int64_t room = x->shape[2 + axis] + 2 * padding[axis] - 1;
        const int64_t reach = times(dilation[axis], kernel[axis] - 1);
        if (reach > room)
            refuse("the window does not fit");
        windows[axis] = (room - reach) / stride[axis] + 1;
    }
    const int64_t rows = x->shape[2], columns = x->shape[3];
    const int64_t taps = times(kernel[0], kernel[1]);
    const int64_t shape[3] = {x->shape[0], times(x->shape[1], taps), times(windows[0], windows[1])};
    uint64_t *y = make_result(call, 0, 3, shape);
    for (int64_t i = 0; i < call->result[0].count; ++i) {
        const int64_t window = i % shape[2], tap = i / shape[2] % taps, image = i / shape[2] / taps;
        const int64_t row =
            window / windows[1] * stride[0] + tap / kernel[1] * dilation[0] - padding[0];
        const int64_t column =
            window % windows[1] * stride[1] + tap % kernel[1] * dilation[1] - padding[1];
        if (row >= 0 && row < rows && column >= 0 && column < columns)
            y[i] = x->bits[(image * rows + row) * columns + column]; /* others stay +0 */
    }
}
