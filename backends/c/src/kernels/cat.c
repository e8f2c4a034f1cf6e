/* cat.c - the op cat (clause S2): one to four operands, each copied to its part of the result. */
#include "moves/index.h"
#include "moves/nest.h"

enum { MOST = 4 };

static const sb_parameter attributes[] = {{"axis", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

/* An operand and the part of the result to which it is copied. */
typedef struct part {
    sb_nest nest; /* all axes but the last run; arrays: 0 the result, 1 the operand */
    char *output;
    const char *input;
    int64_t width, steps[SB_NEST_ARRAYS];
    int64_t rows, rows_per_task, tasks;
} part;

typedef struct cat_job {
    part parts[MOST];
    size_t size;
} cat_job;

static void task(void *argument, int64_t number, int thread)
{
    const cat_job *job = argument;
    const part *p = job->parts;
    (void)thread;
    for (; number >= p->tasks; ++p) number -= p->tasks;
    const int64_t end = (number + 1) * p->rows_per_task;
    for (int64_t row = number * p->rows_per_task; row < end && row < p->rows; ++row) {
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&p->nest, row, offsets);
        sb_copy_run(p->output + offsets[0], p->steps[0], p->input + offsets[1], p->steps[1],
                    job->size, p->width);
    }
}

/* Order the axes so that runs are along the axis whose elements are closest together in the
 * result's memory. */
static void order_axes(const sb_array *y, int *axes)
{
    for (int i = 0; i < y->rank; ++i) {
        const int64_t stride = y->strides[i] < 0 ? -y->strides[i] : y->strides[i];
        int at = i;
        for (; at > 0; --at) {
            const int64_t other = y->strides[axes[at - 1]];
            if ((other < 0 ? -other : other) >= stride)
                break;
            axes[at] = axes[at - 1];
        }
        axes[at] = i;
    }
}

static part part_of(const sb_array *x, const sb_array *y, const int *axes, int axis, int64_t start)
{
    part p = {.output = (char *)y->data + start * y->strides[axis], .input = x->data};
    for (int i = 0; i < x->rank; ++i)
        sb_nest_add(&p.nest, x->shape[axes[i]], y->strides[axes[i]], x->strides[axes[i]], 0, 0);
    sb_nest_cut_last(&p.nest);
    p.width = sb_nest_take_last(&p.nest, p.steps);
    p.rows = p.width == 0 ? 0 : sb_nest_count(&p.nest);
    p.rows_per_task = sb_rows_per_task(p.width);
    p.tasks = (p.rows + p.rows_per_task - 1) / p.rows_per_task;
    return p;
}

/* Compute the sizes of the result. Return SB_INVALID if the sizes of operands differ on an axis
 * other than `axis`. */
static sb_status shape_of(sb_context *context, const sb_array *inputs, int axis, int64_t *shape)
{
    const int rank = inputs[0].rank;
    for (int i = 0; i < rank; ++i) shape[i] = inputs[0].shape[i];
    for (int number = 1; number < context->call->input_count; ++number) {
        bool fits = inputs[number].rank == rank;
        for (int i = 0; fits && i < rank; ++i)
            fits = i == axis || inputs[number].shape[i] == shape[i];
        char first[SB_SHAPE_TEXT], other[SB_SHAPE_TEXT];
        if (!fits)
            return sb_fail(context, SB_INVALID,
                           "cat: operand %d has the shape %s and operand 0 %s; only the sizes of "
                           "axis %d may differ",
                           number, sb_shape_text(&inputs[number], other),
                           sb_shape_text(&inputs[0], first), axis);
        if (__builtin_add_overflow(shape[axis], inputs[number].shape[axis], &shape[axis]))
            return sb_fail(context, SB_INVALID, "cat: axis %d of the result is too long", axis);
    }
    return SB_OK;
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *y = &outputs[0];
    int axis, axes[SB_MAX_RANK];
    int64_t shape[SB_MAX_RANK], start = 0, tasks = 0;
    sb_status status = sb_axis_of(context, inputs[0].rank, 0, &axis);
    if (status == SB_OK)
        status = shape_of(context, inputs, axis, shape);
    if (status == SB_OK)
        status = sb_shape_check(context, y, inputs[0].rank, shape, "result");
    if (status != SB_OK || sb_element_count(y) == 0)
        return status;
    cat_job job = {.size = sb_format_size(y->format)};
    order_axes(y, axes);
    for (int i = 0; i < context->call->input_count; ++i) {
        job.parts[i] = part_of(&inputs[i], y, axes, axis, start);
        start += inputs[i].shape[axis];
        tasks += job.parts[i].tasks;
    }
    sb_parallel(context, tasks, task, &job);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    bool one = input_count >= 1 && input_count <= MOST && output_count == 1;
    for (int i = 0; one && i < input_count; ++i) one = inputs[i] == outputs[0];
    return one;
}

const sb_kernel sb_kernel_cat = {
    .op = "cat", .supports = supports, .run = run, .parameters = attributes};
