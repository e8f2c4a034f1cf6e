/* full.c - the op full (clause G15.1): every element is the same number. It is rounded to the
 * compute format of the result and then to the result's format.
 */
#include "elementwise/cast_stages.h"
#include "moves/index.h"
#include "moves/nest.h"

static const sb_parameter attributes[] = {
    {"fill_value", SB_NUMBER, 0.0}, {"shape", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

typedef struct full_job {
    sb_nest nest; /* all axes but the last run; array 0 is the result */
    char *output;
    int64_t width, steps[SB_NEST_ARRAYS];
    int64_t rows, rows_per_task;
    uint64_t bits;
    size_t size;
} full_job;

static void task(void *argument, int64_t number, int thread)
{
    const full_job *job = argument;
    const int64_t end = (number + 1) * job->rows_per_task;
    (void)thread;
    for (int64_t row = number * job->rows_per_task; row < end && row < job->rows; ++row) {
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&job->nest, row, offsets);
        sb_fill_run(job->output + offsets[0], job->steps[0], job->bits, job->size, job->width);
    }
}

static uint64_t bits_of(double value, int32_t format)
{
    static sb_cast_write *const writers[] = {[SB_F64] = sb_f64_write_numbers,
                                             [SB_F32] = sb_f32_write_numbers,
                                             [SB_F16] = sb_f16_write_numbers,
                                             [SB_BF16] = sb_bf16_write_numbers};
    const sb_cast_block block = {.numbers = {format == SB_F64 ? value : (double)(float)value}};
    union {
        uint64_t u64;
        uint32_t u32;
        uint16_t u16;
    } bits = {0};
    writers[format](&block, &bits, 1);
    return format == SB_F64 ? bits.u64 : format == SB_F32 ? bits.u32 : bits.u16;
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *y = &outputs[0];
    const sb_attribute *shape = sb_attribute_find(context, "shape");
    const double value = sb_attribute_number(context, "fill_value");
    (void)inputs;
    if (shape == NULL || shape->count != y->rank)
        return sb_fail(context, SB_INVALID, "full: shape must have %d integers, one for each axis",
                       y->rank);
    if (value != value)
        return sb_fail(context, SB_INVALID, "full: fill_value must not be NaN");
    const sb_status status = sb_shape_check(context, y, y->rank, shape->values, "result");
    if (status != SB_OK || sb_element_count(y) == 0)
        return status;
    full_job job = {
        .output = y->data, .bits = bits_of(value, y->format), .size = sb_format_size(y->format)};
    for (int i = 0; i < y->rank; ++i) sb_nest_add(&job.nest, y->shape[i], y->strides[i], 0, 0, 0);
    sb_nest_cut_last(&job.nest);
    job.width = sb_nest_take_last(&job.nest, job.steps);
    job.rows = sb_nest_count(&job.nest);
    job.rows_per_task = sb_rows_per_task(job.width);
    sb_parallel(context, (job.rows + job.rows_per_task - 1) / job.rows_per_task, task, &job);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    (void)inputs;
    return input_count == 0 && output_count == 1 &&
           (outputs[0] == SB_F64 || outputs[0] == SB_F32 || outputs[0] == SB_F16 ||
            outputs[0] == SB_BF16);
}

const sb_kernel sb_kernel_full = {
    .op = "full", .supports = supports, .run = run, .parameters = attributes};
