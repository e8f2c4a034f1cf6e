/* roll.c - the op roll (clause S2): rows of the last axis, each copied in two runs. */
#include "moves/index.h"
#include "moves/nest.h"

static const sb_parameter attributes[] = {
    {"axes", SB_INTEGERS, 0.0}, {"shifts", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

typedef struct roll_job {
    const sb_array *x, *y;
    int64_t shifts[SB_MAX_RANK]; /* from 0 to below the size of the axis */
    int64_t rows, rows_per_task; /* of the last axis; an array of rank 0 has one */
    size_t size;
} roll_job;

static void roll_row(const roll_job *job, int64_t number)
{
    const sb_array *x = job->x, *y = job->y;
    const int last = x->rank - 1;
    char *out = y->data;
    const char *in = x->data;
    for (int i = last - 1; i >= 0; --i) {
        const int64_t size = x->shape[i], at = number % size, from = at - job->shifts[i];
        number /= size;
        out += at * y->strides[i];
        in += (from < 0 ? from + size : from) * x->strides[i];
    }
    if (last < 0) {
        memcpy(out, in, job->size);
        return;
    }
    const int64_t n = x->shape[last], shift = job->shifts[last];
    const int64_t so = y->strides[last], sx = x->strides[last];
    sb_copy_run(out + shift * so, so, in, sx, job->size, n - shift);
    sb_copy_run(out, so, in + (n - shift) * sx, sx, job->size, shift);
}

static void task(void *argument, int64_t number, int thread)
{
    const roll_job *job = argument;
    (void)thread;
    const int64_t end = (number + 1) * job->rows_per_task;
    for (int64_t row = number * job->rows_per_task; row < end && row < job->rows; ++row)
        roll_row(job, row);
}

/* Shifts by axis, each reduced to the size of its axis. */
static sb_status read_shifts(sb_context *context, const sb_array *x, int64_t *shifts)
{
    const sb_attribute *axes = sb_attribute_find(context, "axes");
    const sb_attribute *given = sb_attribute_find(context, "shifts");
    const int64_t count = axes == NULL ? x->rank : (int64_t)axes->count;
    bool seen[SB_MAX_RANK] = {false};
    if ((given == NULL ? 0 : (int64_t)given->count) != count)
        return sb_fail(context, SB_INVALID, "roll: shifts must be %lld integers, one for each axis",
                       (long long)count);
    for (int64_t i = 0; i < count; ++i) {
        int64_t axis = axes == NULL ? i : axes->values[i];
        if (axis < -x->rank || axis >= x->rank)
            return sb_fail(context, SB_INVALID, "roll: axis %lld is out of range for rank %d",
                           (long long)axis, x->rank);
        axis += axis < 0 ? x->rank : 0;
        if (seen[axis])
            return sb_fail(context, SB_INVALID, "roll: axis %lld is named twice", (long long)axis);
        seen[axis] = true;
        const int64_t size = x->shape[axis], rest = size > 0 ? given->values[i] % size : 0;
        shifts[axis] = rest < 0 ? rest + size : rest;
    }
    return SB_OK;
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *y = &outputs[0];
    roll_job job = {.x = x, .y = y, .size = sb_format_size(x->format)};
    sb_status status = read_shifts(context, x, job.shifts);
    if (status == SB_OK)
        status = sb_shape_check(context, y, x->rank, x->shape, "result");
    const int64_t count = sb_element_count(y);
    if (status != SB_OK || count == 0)
        return status;
    const int64_t width = x->rank == 0 ? 1 : x->shape[x->rank - 1];
    job.rows = count / width;
    job.rows_per_task = sb_rows_per_task(width);
    sb_parallel(context, (job.rows + job.rows_per_task - 1) / job.rows_per_task, task, &job);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && inputs[0] == outputs[0];
}

const sb_kernel sb_kernel_roll = {
    .op = "roll", .supports = supports, .run = run, .parameters = attributes};
