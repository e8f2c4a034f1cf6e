/* unfold.c - the op unfold (clause S2): for each tap, a row with the element that it reads at each
 * position. */
#include "moves/index.h"
#include "moves/nest.h"

static const sb_parameter attributes[] = {{"dilation", SB_INTEGERS, 0.0},
                                          {"kernel_size", SB_INTEGERS, 0.0},
                                          {"padding", SB_INTEGERS, 0.0},
                                          {"stride", SB_INTEGERS, 0.0},
                                          {NULL, 0, 0.0}};

typedef struct unfold_job {
    const sb_array *x, *y;
    int64_t kernel[2], stride[2], padding[2], dilation[2], places[2];
    size_t size;
} unfold_job;

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

/* Copy one tap of one channel at all positions: for each row of positions, the part inside the
 * image. */
static void task(void *argument, int64_t number, int thread)
{
    const unfold_job *job = argument;
    const sb_array *x = job->x, *y = job->y;
    (void)thread;
    int64_t row = number % y->shape[1], sample = number / y->shape[1], rest = row;
    int64_t v = rest % job->kernel[1], u, channel;
    rest /= job->kernel[1];
    u = rest % job->kernel[0];
    channel = rest / job->kernel[0];
    char *out = (char *)y->data + sample * y->strides[0] + row * y->strides[1];
    const char *image = (const char *)x->data + sample * x->strides[0] + channel * x->strides[1];
    /* Column q reads x at q * stride + shift. The columns `first` to `end` - 1 are inside. */
    const int64_t step = y->strides[2], stride = job->stride[1], width = job->places[1];
    const int64_t shift = v * job->dilation[1] - job->padding[1];
    int64_t first = shift < 0 ? (-shift + stride - 1) / stride : 0;
    int64_t end = x->shape[3] > shift ? (x->shape[3] - shift + stride - 1) / stride : 0;
    first = clamp(first, 0, width);
    end = clamp(end, first, width);
    for (int64_t p = 0; p < job->places[0]; ++p, out += width * step) {
        int64_t line = p * job->stride[0] + u * job->dilation[0] - job->padding[0];
        if (line < 0 || line >= x->shape[2] || first == end) {
            sb_fill_run(out, step, 0, job->size, width);
            continue;
        }
        const char *in = image + line * x->strides[2] + (first * stride + shift) * x->strides[3];
        sb_fill_run(out, step, 0, job->size, first);
        sb_copy_run(out + first * step, step, in, stride * x->strides[3], job->size, end - first);
        sb_fill_run(out + end * step, step, 0, job->size, width - end);
    }
}

/* Read the two integers of an attribute, each from `least` to 2^31. */
static sb_status read_pair(sb_context *context, const char *name, int64_t least, int64_t *pair)
{
    const sb_attribute *given = sb_attribute_find(context, name);
    bool fits = given != NULL && given->count == 2;
    for (int i = 0; fits && i < 2; ++i) {
        pair[i] = given->values[i];
        fits = pair[i] >= least && pair[i] <= INT64_C(1) << 31;
    }
    if (fits || (given == NULL && pair[0] >= least))
        return SB_OK;
    return sb_fail(context, SB_INVALID, "unfold: %s must be two integers of at least %lld", name,
                   (long long)least);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *y = &outputs[0];
    unfold_job job = {
        .x = x, .y = y, .stride = {1, 1}, .dilation = {1, 1}, .size = sb_format_size(x->format)};
    if (x->rank != 4)
        return sb_fail(context, SB_INVALID, "unfold: needs an operand [N, C, H, W]");
    sb_status status = read_pair(context, "kernel_size", 1, job.kernel);
    if (status == SB_OK)
        status = read_pair(context, "stride", 1, job.stride);
    if (status == SB_OK)
        status = read_pair(context, "padding", 0, job.padding);
    if (status == SB_OK)
        status = read_pair(context, "dilation", 1, job.dilation);
    if (status != SB_OK)
        return status;
    for (int i = 0; i < 2; ++i) {
        int64_t room =
            x->shape[2 + i] + 2 * job.padding[i] - job.dilation[i] * (job.kernel[i] - 1) - 1;
        if (room < 0)
            return sb_fail(context, SB_INVALID, "unfold: the window does not fit axis %d", 2 + i);
        job.places[i] = room / job.stride[i] + 1;
    }
    int64_t shape[3] = {x->shape[0], 0, 0};
    if (__builtin_mul_overflow(x->shape[1], job.kernel[0] * job.kernel[1], &shape[1]) ||
        __builtin_mul_overflow(job.places[0], job.places[1], &shape[2]))
        return sb_fail(context, SB_INVALID, "unfold: the result has more than 2^63 elements");
    status = sb_shape_check(context, y, 3, shape, "result");
    if (status == SB_OK && sb_element_count(y) > 0)
        sb_parallel(context, shape[0] * shape[1], task, &job);
    return status;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && inputs[0] == outputs[0];
}

const sb_kernel sb_kernel_unfold = {
    .op = "unfold", .supports = supports, .run = run, .parameters = attributes};
