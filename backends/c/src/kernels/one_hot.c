/* one_hot.c - the op one_hot (clause S2): rows of zeros, and a one at each index. */
#include "moves/index.h"
#include "moves/nest.h"

static const sb_parameter attributes[] = {{"classes", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

typedef struct one_hot_job {
    sb_nest nest; /* arrays: 0 the result, 1 the index */
    char *output;
    const char *index;
    int32_t index_format;
    int64_t classes, step, rows, rows_per_task;
} one_hot_job;

static void task(void *argument, int64_t number, int thread)
{
    const one_hot_job *job = argument;
    const int64_t one = 1;
    (void)thread;
    int64_t end = (number + 1) * job->rows_per_task;
    for (int64_t row = number * job->rows_per_task; row < end && row < job->rows; ++row) {
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&job->nest, row, offsets);
        char *out = job->output + offsets[0];
        sb_fill_run(out, job->step, 0, sizeof one, job->classes);
        int64_t index = sb_index_at(job->index + offsets[1], job->index_format);
        memcpy(out + index * job->step, &one, sizeof one);
    }
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *index = &inputs[0], *y = &outputs[0];
    int64_t shape[SB_MAX_RANK + 1], classes;
    sb_status status = sb_integer_of(context, "classes", -1, &classes);
    if (status != SB_OK)
        return status;
    for (int i = 0; i < index->rank; ++i) shape[i] = index->shape[i];
    shape[index->rank] = classes;
    status = sb_shape_check(context, y, index->rank + 1, shape, "result");
    if (status == SB_OK)
        status = sb_index_check(context, index, classes);
    if (status != SB_OK)
        return status;
    one_hot_job job = {.output = y->data,
                       .index = index->data,
                       .index_format = index->format,
                       .classes = classes,
                       .step = y->strides[index->rank],
                       .rows = sb_element_count(index),
                       .rows_per_task = sb_rows_per_task(classes)};
    for (int i = 0; i < index->rank; ++i)
        sb_nest_add(&job.nest, index->shape[i], y->strides[i], index->strides[i], 0, 0);
    sb_parallel(context, (job.rows + job.rows_per_task - 1) / job.rows_per_task, task, &job);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && sb_is_index(inputs[0]) && outputs[0] == SB_I64;
}

const sb_kernel sb_kernel_one_hot = {
    .op = "one_hot", .supports = supports, .run = run, .parameters = attributes};
