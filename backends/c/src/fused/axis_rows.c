/* axis_rows.c - see axis_rows.h. */
#include "fused/axis_rows.h"

#include "memory/scratch.h"
#include "moves/index.h"

enum { OPERANDS = 2 };

typedef struct axis_job {
    sb_view inputs[OPERANDS], output;
    sb_axis_task task;
    int64_t rows, block_reals, thread_reals;
    float *scratch;
} axis_job;

static void axis_task(void *argument, int64_t task, int thread)
{
    const axis_job *job = argument;
    const int64_t first = task * job->rows, left = job->output.count - first;
    const sb_axis_part part = {.inputs = job->inputs,
                               .output = &job->output,
                               .first = first,
                               .rows = left < job->rows ? left : job->rows,
                               .room = job->scratch + thread * job->thread_reals,
                               .block_reals = job->block_reals};
    job->task(&part);
}

sb_status sb_axis_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      int arrays, sb_axis_task task)
{
    const sb_array *x = &inputs[0];
    const int count = context->call->input_count;
    int axis;
    sb_status status = sb_axis_of(context, x->rank, -1, &axis);
    for (int i = 1; status == SB_OK && i < count; ++i)
        status = sb_shape_check(context, &inputs[i], x->rank, x->shape, "operands");
    if (status == SB_OK)
        status = sb_shape_check(context, &outputs[0], x->rank, x->shape, "result");
    if (status != SB_OK)
        return status;
    if (x->shape[axis] == 0)
        return sb_fail(context, SB_INVALID, "%s: the axis is empty; nothing has no maximum",
                       context->call->op);
    axis_job job = {.output = sb_view_of(&outputs[0], axis, axis + 1), .task = task};
    for (int i = 0; i < count; ++i) job.inputs[i] = sb_view_of(&inputs[i], axis, axis + 1);
    const int64_t length = job.output.length;
    job.rows = sb_block_rows(context, job.output.count, length);
    const int64_t tasks = (job.output.count + job.rows - 1) / job.rows;
    job.block_reals = sb_padded(job.rows * length);
    job.thread_reals = arrays * job.block_reals;
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    job.scratch = sb_scratch_take(threads * (size_t)job.thread_reals * sizeof(float));
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a slice", context->call->op);
    float *scratch = job.scratch;
    sb_parallel(context, tasks, axis_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}

bool sb_axis_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count, int count)
{
    bool fits = input_count == count && output_count == 1 && sb_is_short(outputs[0]);
    for (int i = 0; fits && i < count; ++i) fits = inputs[i] == outputs[0];
    return fits;
}
