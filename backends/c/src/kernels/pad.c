/* pad.c - the op pad (clauses R5, S2): row by row of the last axis. The middle of each row is
 * copied as a whole.
 *
 * For every axis, a table contains the index in x for each index in the result, or -1 for the
 * constant. The total length of the tables is the sum of the sizes.
 */
#include "elementwise/cast_stages.h"
#include "memory/scratch.h"
#include "moves/index.h"
#include "moves/nest.h"

static const char *const modes[] = {"constant", "reflect", "replicate", "circular", NULL};
enum { CONSTANT, REFLECT, REPLICATE, CIRCULAR };

static const sb_parameter attributes[] = {{"mode", SB_WORD, 0.0},
                                          {"value", SB_NUMBER, 0.0},
                                          {"widths", SB_INTEGERS, 0.0},
                                          {NULL, 0, 0.0}};

typedef struct pad_job {
    const sb_array *x, *y;
    int mode;
    const int64_t *tables[SB_MAX_RANK];
    int64_t before, width, rows, rows_per_task; /* for the last axis; an array of rank 0 has one */
    uint64_t value;
    size_t size;
} pad_job;

static int64_t source(int mode, int64_t at, int64_t size)
{
    if (at >= 0 && at < size)
        return at;
    if (mode == REFLECT)
        return at < 0 ? -at : 2 * (size - 1) - at;
    if (mode == REPLICATE)
        return at < 0 ? 0 : size - 1;
    return mode == CONSTANT ? -1 : at < 0 ? at + size : at - size;
}

/* Return the bits of the constant in the format of x. */
static uint64_t value_bits(double value, int32_t format)
{
    static void (*const write[SB_FORMAT_COUNT])(const sb_cast_block *, void *, int64_t) = {
        [SB_F64] = sb_f64_write_numbers,           [SB_F32] = sb_f32_write_numbers,
        [SB_F16] = sb_f16_write_numbers,           [SB_BF16] = sb_bf16_write_numbers,
        [SB_F8E4M3FN] = sb_f8e4m3fn_write_numbers, [SB_F8E5M2] = sb_f8e5m2_write_numbers,
        [SB_I64] = sb_i64_write_numbers,           [SB_I32] = sb_i32_write_numbers,
        [SB_I16] = sb_i16_write_numbers,           [SB_I8] = sb_i8_write_numbers,
        [SB_U32] = sb_u32_write_numbers,           [SB_U8] = sb_u8_write_numbers,
        [SB_BOOL] = sb_truth_write_numbers,
    };
    sb_cast_block block = {.numbers = {value}};
    union {
        uint64_t u64;
        uint32_t u32;
        uint16_t u16;
        uint8_t u8;
    } bits = {0};
    write[format](&block, &bits, 1);
    const size_t size = sb_format_size(format);
    return size == 8 ? bits.u64 : size == 4 ? bits.u32 : size == 2 ? bits.u16 : bits.u8;
}

/* Write the elements `start` to `end` - 1 of a row outside of its middle, by the table of the last
 * axis. */
static void edge(const pad_job *job, char *out, const char *in, int64_t start, int64_t end)
{
    const int last = job->x->rank - 1;
    const int64_t so = job->y->strides[last], sx = job->x->strides[last];
    if (job->mode == CONSTANT) {
        sb_fill_run(out + start * so, so, job->value, job->size, end - start);
        return;
    }
    for (int64_t j = start; j < end; ++j)
        memcpy(out + j * so, in + job->tables[last][j] * sx, job->size);
}

static void pad_row(const pad_job *job, int64_t number)
{
    const sb_array *x = job->x, *y = job->y;
    const int last = x->rank - 1;
    char *out = y->data;
    const char *in = x->data;
    bool outside = false;
    for (int i = last - 1; i >= 0; --i) {
        int64_t at = number % y->shape[i], from = job->tables[i][at];
        number /= y->shape[i];
        out += at * y->strides[i];
        in += (from < 0 ? 0 : from) * x->strides[i];
        outside |= from < 0;
    }
    const int64_t so = y->strides[last], n = x->shape[last];
    if (outside) {
        sb_fill_run(out, so, job->value, job->size, job->width);
        return;
    }
    edge(job, out, in, 0, job->before);
    sb_copy_run(out + job->before * so, so, in, x->strides[last], job->size, n);
    edge(job, out, in, job->before + n, job->width);
}

static void task(void *argument, int64_t number, int thread)
{
    const pad_job *job = argument;
    (void)thread;
    int64_t end = (number + 1) * job->rows_per_task;
    for (int64_t row = number * job->rows_per_task; row < end && row < job->rows; ++row)
        pad_row(job, row);
}

static sb_status check_widths(sb_context *context, const sb_array *x, const sb_attribute *widths,
                              int mode, int64_t *shape)
{
    if ((widths == NULL ? 0 : widths->count) != 2 * (int64_t)x->rank)
        return sb_fail(context, SB_INVALID, "pad: widths must be %d integers", 2 * x->rank);
    for (int i = 0; i < x->rank; ++i) {
        const int64_t size = x->shape[i], *pair = widths->values + 2 * i;
        const int64_t high = pair[0] > pair[1] ? pair[0] : pair[1];
        const int64_t most = mode == CONSTANT   ? INT64_MAX / 4
                             : mode == REFLECT  ? (size > 0 ? size - 1 : 0)
                             : mode == CIRCULAR ? size
                             : size > 0         ? INT64_MAX / 4
                                                : 0;
        if (pair[0] < 0 || pair[1] < 0 || high > most)
            return sb_fail(context, SB_INVALID,
                           "pad: mode %s pads axis %d of size %lld by 0 to %lld, not %lld and %lld",
                           modes[mode], i, (long long)size, (long long)most, (long long)pair[0],
                           (long long)pair[1]);
        shape[i] = size + pair[0] + pair[1];
    }
    return SB_OK;
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *y = &outputs[0];
    const sb_attribute *widths = sb_attribute_find(context, "widths");
    const double value = sb_attribute_number(context, "value");
    int64_t shape[SB_MAX_RANK], total = 0;
    pad_job job = {.x = x,
                   .y = y,
                   .mode = sb_attribute_word(context, "mode", modes),
                   .size = sb_format_size(x->format),
                   .value = value_bits(value, x->format)};
    if (job.mode < 0)
        return SB_INVALID;
    if (value != value)
        return sb_fail(context, SB_INVALID, "pad: the value must not be NaN");
    sb_status status = check_widths(context, x, widths, job.mode, shape);
    if (status == SB_OK)
        status = sb_shape_check(context, y, x->rank, shape, "result");
    if (status != SB_OK || sb_element_count(y) == 0)
        return status;
    if (x->rank == 0) {
        memcpy(y->data, x->data, job.size);
        return SB_OK;
    }
    for (int i = 0; i < x->rank; ++i) total += shape[i];
    int64_t *tables = sb_scratch_take((size_t)total * sizeof *tables), *next = tables;
    if (tables == NULL)
        return sb_fail(context, SB_NO_MEMORY, "pad: no memory for %lld coordinates",
                       (long long)total);
    for (int i = 0; i < x->rank; next += shape[i++]) {
        job.tables[i] = next;
        for (int64_t j = 0; j < shape[i]; ++j)
            next[j] = source(job.mode, j - widths->values[2 * i], x->shape[i]);
    }
    job.width = shape[x->rank - 1];
    job.before = widths->values[2 * (x->rank - 1)];
    job.rows = sb_element_count(y) / job.width;
    job.rows_per_task = sb_rows_per_task(job.width);
    sb_parallel(context, (job.rows + job.rows_per_task - 1) / job.rows_per_task, task, &job);
    sb_scratch_give(tables);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && inputs[0] == outputs[0];
}

const sb_kernel sb_kernel_pad = {
    .op = "pad", .supports = supports, .run = run, .parameters = attributes};
