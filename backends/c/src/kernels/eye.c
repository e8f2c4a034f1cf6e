/* eye.c - the op eye (clause G15.2): ones where the row index equals the column index, else zeros.
 */
#include "moves/index.h"
#include "moves/nest.h"

static const sb_parameter attributes[] = {
    {"m", SB_INTEGERS, 0.0}, {"n", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

/* The number 1 in each format. */
static const uint64_t ones[SB_FORMAT_COUNT] = {[SB_F64] = UINT64_C(0x3ff0000000000000),
                                               [SB_F32] = 0x3f800000,
                                               [SB_F16] = 0x3c00,
                                               [SB_BF16] = 0x3f80,
                                               [SB_F8E4M3FN] = 0x38,
                                               [SB_F8E5M2] = 0x3c,
                                               [SB_I64] = 1,
                                               [SB_I32] = 1,
                                               [SB_I16] = 1,
                                               [SB_I8] = 1,
                                               [SB_U32] = 1,
                                               [SB_U8] = 1,
                                               [SB_BOOL] = 1};

typedef struct eye_job {
    const sb_array *y;
    int run, other; /* the axis that is filled in one run, and the axis that tasks share */
    int64_t rows_per_task;
    size_t size;
} eye_job;

static void task(void *argument, int64_t number, int thread)
{
    const eye_job *job = argument;
    const sb_array *y = job->y;
    const int64_t step = y->strides[job->run], width = y->shape[job->run];
    const int64_t end = (number + 1) * job->rows_per_task;
    (void)thread;
    for (int64_t i = number * job->rows_per_task; i < end && i < y->shape[job->other]; ++i) {
        char *out = (char *)y->data + i * y->strides[job->other];
        sb_fill_run(out, step, 0, job->size, width);
        if (i < width)
            sb_fill_run(out + i * step, step, ones[y->format], job->size, 1);
    }
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *y = &outputs[0];
    int64_t shape[2];
    (void)inputs;
    sb_status status = sb_integer_of(context, "n", -1, &shape[0]);
    if (status == SB_OK)
        status = sb_integer_of(context, "m", -1, &shape[1]);
    if (status == SB_OK && (shape[0] < 0 || shape[1] < 0))
        status =
            sb_fail(context, SB_INVALID, "eye: n=%lld and m=%lld must be given and not negative",
                    (long long)shape[0], (long long)shape[1]);
    if (status == SB_OK)
        status = sb_shape_check(context, y, 2, shape, "result");
    if (status != SB_OK || sb_element_count(y) == 0)
        return status;
    const int64_t down = y->strides[0] < 0 ? -y->strides[0] : y->strides[0];
    const int64_t along = y->strides[1] < 0 ? -y->strides[1] : y->strides[1];
    eye_job job = {.y = y, .run = down < along ? 0 : 1, .size = sb_format_size(y->format)};
    job.other = 1 - job.run;
    job.rows_per_task = sb_rows_per_task(shape[job.run]);
    sb_parallel(context, (shape[job.other] + job.rows_per_task - 1) / job.rows_per_task, task,
                &job);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    (void)inputs;
    return input_count == 0 && output_count == 1 && outputs[0] >= 0 && outputs[0] < SB_FORMAT_COUNT;
}

const sb_kernel sb_kernel_eye = {
    .op = "eye", .supports = supports, .run = run, .parameters = attributes};
