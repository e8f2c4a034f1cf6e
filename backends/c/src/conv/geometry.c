/* geometry.c - see geometry.h. */
#include "conv/geometry.h"

static sb_status invalid(sb_context *context, const char *what)
{
    return sb_fail(context, SB_INVALID, "%s: %s", context->call->op, what);
}

/* Read the integers of an attribute, one per spatial axis. If it is left out, all are `otherwise`.
 */
static bool integers(sb_context *context, const char *name, int count, int64_t least,
                     int64_t otherwise, int64_t *values)
{
    const sb_attribute *found = sb_attribute_find(context, name);
    if (found != NULL && found->count != count)
        return false;
    for (int i = 0; i < count; ++i) {
        values[i] = found != NULL ? found->values[i] : otherwise;
        if (values[i] < least || values[i] > INT32_MAX)
            return false;
    }
    return true;
}

typedef struct window {
    int64_t stride[3], padding[3], dilation[3], groups;
} window;

static bool window_of(sb_context *context, int spatial, window *w)
{
    return integers(context, "stride", spatial, 1, 1, w->stride) &&
           integers(context, "padding", spatial, 0, 0, w->padding) &&
           integers(context, "dilation", spatial, 1, 1, w->dilation) &&
           integers(context, "groups", 1, 1, 1, &w->groups);
}

/* Set up spatial axis i of three. Axes beyond the rank have one element and one tap. */
static bool axis_of(const window *w, int i, const sb_array *in, const sb_array *out,
                    const sb_array *weight, bool exact, sb_conv_axis *axis)
{
    int64_t size = in->shape[i + 2], count = out->shape[i + 2], taps = weight->shape[i + 2];
    int64_t reach;
    if (taps < 1 || __builtin_mul_overflow(w->dilation[i], taps - 1, &reach) ||
        reach > INT64_MAX / 4 || size > INT64_MAX / 4)
        return false;
    int64_t room = size + 2 * w->padding[i] - reach - 1;
    if (exact && (room < 0 || room / w->stride[i] + 1 != count))
        return false;
    *axis = (sb_conv_axis){.count = count,
                           .taps = taps,
                           .size = size,
                           .step = w->stride[i],
                           .first = -w->padding[i],
                           .delta = w->dilation[i],
                           .x = in->strides[i + 2],
                           .y = out->strides[i + 2],
                           .w = weight->strides[i + 2]};
    return true;
}

/* Check that the size of a transposed convolution's result is possible on each axis. */
static bool transposed_fits(sb_context *context, const window *w, int spatial, const sb_conv *conv)
{
    int64_t extra[3];
    if (!integers(context, "output_padding", spatial, 0, 0, extra))
        return false;
    for (int i = 0; i < spatial; ++i) {
        const sb_conv_axis *axis = &conv->axis[3 - spatial + i];
        int64_t size;
        if (extra[i] >= w->stride[i] && extra[i] >= w->dilation[i])
            return false;
        if (axis->count < 1 || __builtin_mul_overflow(axis->count - 1, axis->step, &size))
            return false;
        size += axis->delta * (axis->taps - 1) - 2 * w->padding[i] + extra[i] + 1;
        if (size < 1 || size != axis->size)
            return false;
    }
    return true;
}

/* The operands of a forward convolution in the order of its axes: the image that it reads, its
 * result, and the kernel. */
typedef struct roles {
    const sb_array *image, *outcome, *weight;
} roles;

static roles roles_of(sb_conv_kind kind, const sb_array *inputs, const sb_array *outputs)
{
    if (kind == SB_CONV_FORWARD)
        return (roles){&inputs[0], &outputs[0], &inputs[1]};
    if (kind == SB_CONV_WEIGHT_GRADIENT)
        return (roles){&inputs[0], &inputs[1], &outputs[0]};
    return (roles){&outputs[0], &inputs[0], &inputs[1]};
}

static sb_conv_tensor tensor_of(const sb_array *x, int outer, int channel)
{
    return (sb_conv_tensor){x->data, x->format, x->strides[outer], x->strides[channel], 0};
}

/* Exchange image and result: a gradient of the input reads the result's gradient and writes the
 * image's gradient, so the sums are over output channels. */
static void exchange(sb_conv *conv)
{
    sb_conv_tensor image = conv->x;
    int64_t rows = conv->rows, outer = conv->w.outer;
    conv->x = conv->y;
    conv->y = image;
    conv->rows = conv->channels;
    conv->channels = rows;
    conv->w.outer = conv->w.channel;
    conv->w.channel = outer;
    for (int i = 0; i < 3; ++i) {
        int64_t stride = conv->axis[i].x;
        conv->axis[i].x = conv->axis[i].y;
        conv->axis[i].y = stride;
    }
}

/* Check that the sizes in the attribute of a gradient are the spatial sizes of its result. */
static sb_status check_sizes(sb_context *context, const char *name, const sb_array *result,
                             int spatial)
{
    const sb_attribute *sizes = sb_attribute_find(context, name);
    bool fits = sizes != NULL && sizes->count == spatial;
    for (int i = 0; fits && i < spatial; ++i) fits = sizes->values[i] == result->shape[i + 2];
    if (fits)
        return SB_OK;
    char shape[SB_SHAPE_TEXT];
    return sb_fail(context, SB_INVALID, "%s: %s must be the last %d sizes of the result %s",
                   context->call->op, name, spatial, sb_shape_text(result, shape));
}

sb_status sb_conv_of(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                     int spatial, sb_conv *conv)
{
    const roles r = roles_of(conv->kind, inputs, outputs);
    const int rank = spatial + 2;
    window w;
    if (r.image->rank != rank || r.outcome->rank != rank || r.weight->rank != rank)
        return invalid(context, "the ranks of operands and result do not fit");
    if (!window_of(context, spatial, &w))
        return invalid(context, "stride, padding, dilation or groups do not fit");
    sb_status status = SB_OK;
    if (conv->kind == SB_CONV_INPUT_GRADIENT)
        status = check_sizes(context, "input_size", r.image, spatial);
    else if (conv->kind == SB_CONV_WEIGHT_GRADIENT)
        status = check_sizes(context, "kernel_size", r.weight, spatial);
    if (status != SB_OK)
        return status;
    conv->samples = r.image->shape[0];
    conv->groups = w.groups;
    conv->rows = r.weight->shape[0] / w.groups;
    conv->channels = r.weight->shape[1];
    if (r.outcome->shape[0] != conv->samples || r.outcome->shape[1] != r.weight->shape[0] ||
        r.weight->shape[0] % w.groups != 0 || r.image->shape[1] % w.groups != 0 ||
        r.image->shape[1] / w.groups != conv->channels)
        return invalid(context, "the channels of operands and result do not fit");
    bool exact = conv->kind != SB_CONV_TRANSPOSED;
    for (int i = 0; i < 3; ++i)
        conv->axis[i] = (sb_conv_axis){.count = 1, .taps = 1, .size = 1, .step = 1, .delta = 1};
    for (int i = 0; i < spatial; ++i)
        if (!axis_of(&w, i, r.image, r.outcome, r.weight, exact, &conv->axis[3 - spatial + i]))
            return invalid(context, "the spatial sizes of operands and result do not fit");
    if (!exact && !transposed_fits(context, &w, spatial, conv))
        return invalid(context, "the spatial sizes of operands and result do not fit");
    conv->x = tensor_of(r.image, 0, 1);
    conv->x.group = conv->channels * conv->x.channel;
    conv->y = tensor_of(r.outcome, 0, 1);
    conv->y.group = conv->rows * conv->y.channel;
    conv->w = tensor_of(r.weight, 0, 1);
    conv->w.group = conv->rows * conv->w.outer;
    if (context->call->input_count == 3) {
        const sb_array *bias = &inputs[2];
        if (bias->rank != 1 || bias->shape[0] != outputs[0].shape[1])
            return invalid(context, "the bias does not fit");
        conv->bias = (sb_matrix){bias->data, bias->strides[0], 0, bias->format};
    }
    if (conv->kind == SB_CONV_INPUT_GRADIENT || conv->kind == SB_CONV_TRANSPOSED)
        exchange(conv);
    return SB_OK;
}

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Return the axis of a residue r. Element r + stride * q reads, at tap number j of its fitting
 * taps, index q + first + delta * j. */
static sb_conv_axis residue_axis(const sb_conv_axis *whole, int64_t r, int64_t *tap)
{
    int64_t stride = whole->step, every = stride / greatest_common_divisor(stride, whole->delta);
    int64_t start = 0, place = r - whole->first; /* -first is the padding */
    while (start < every && start < whole->taps && (place - whole->delta * start) % stride != 0)
        ++start;
    bool none = start >= every || start >= whole->taps;
    *tap = none ? 0 : start;
    return (sb_conv_axis){.count = (whole->size - r + stride - 1) / stride,
                          .taps = none ? 0 : (whole->taps - 1 - start) / every + 1,
                          .size = whole->count,
                          .step = 1,
                          .first = none ? 0 : (place - whole->delta * start) / stride,
                          .delta = -(whole->delta * every / stride),
                          .x = whole->x,
                          .y = whole->y * stride,
                          .w = whole->w * every};
}

sb_conv sb_conv_residue(const sb_conv *whole, const int64_t residue[3])
{
    sb_conv part = *whole;
    for (int i = 0; i < 3; ++i) {
        int64_t tap;
        part.axis[i] = residue_axis(&whole->axis[i], residue[i], &tap);
        part.y.data += residue[i] * whole->axis[i].y;
        part.w.data += tap * whole->axis[i].w;
    }
    return part;
}

static bool is_plain(const sb_conv_axis *axis)
{
    return axis->taps == 1 && axis->step == 1 && axis->first == 0 && axis->count == axis->size;
}

void sb_conv_join_axes(sb_conv *conv)
{
    sb_conv_axis *last = &conv->axis[2];
    for (int i = 1; i >= 0; --i) {
        sb_conv_axis *axis = &conv->axis[i];
        bool even = axis->x == last->count * last->x && axis->y == last->count * last->y;
        if (axis->count == 1 && is_plain(axis))
            continue;
        if (!is_plain(axis) || !is_plain(last) || !even)
            return;
        last->count *= axis->count;
        last->size = last->count;
        *axis =
            (sb_conv_axis){.count = 1, .taps = 1, .size = 1, .step = 1, .delta = 1, .w = axis->w};
    }
}
