/* softmax.c - softmax along one axis in one pass over memory (clauses G1, G2, R4, S1).
 *
 * It computes the nodes of the graph, each rounded to binary32: m = max(x), d = x - m, e = exp(d),
 * s = sum(e) by T1, q = e / s, and q rounded to the format of the result. A task takes adjacent
 * slices through all nodes while they are in cache. If a slice has a NaN, or its maximum is an
 * infinity, s is NaN and so is the whole slice. So the maximum of values with a NaN may be any
 * number, and the maximum of zeros may be either zero. Slices that are too long for a buffer are
 * read three times, and their exponentials are computed twice.
 */
#include "simd/vector_f32.h"

#include "fused/column_sum.h"
#include "fused/fetch.h"
#include "fused/row_steps.h"
#include "fused/slices.h"
#include "memory/scratch.h"
#include "reduce/counter.h"
#include "reduce/tree.h"
#include "simd/rows.h"
#include "simd/stream.h"

enum {
    BLOCK = 1 << 13,   /* elements of a block of slices, or of a part of a long slice */
    LONGEST = 1 << 16, /* largest number of elements of a slice that is stored as a whole */
    ROWS = 64,         /* maximum number of slices in a block */
    WIDEST = 512,      /* adjacent slices that are processed together: at most, and at least */
    NARROWEST = 16
};

typedef struct softmax_job {
    const sb_slices *slices;
    bool across;   /* process strips of adjacent slices */
    bool streamed; /* the result is larger than caches */
    int64_t rows;  /* slices per task */
    char *scratch;
    size_t scratch_size;
} softmax_job;

/* Write e / s to the result. All of it is NaN if s is NaN. */
static void quotients(const softmax_job *job, real *e, real s, int64_t n, char *output)
{
    const sb_slices *slices = job->slices;
    if (row_is_direct(output, slices->out_step, slices->out_format) && s == s) {
        divided(e, &s, 0, n, (real *)(void *)output, job->streamed);
        return;
    }
    divided(e, &s, 0, n, e, false);
    store_row(e, n, output, slices->out_step, slices->out_format);
}

/* Return whether consecutive slices are adjacent in memory, and short enough to be processed
 * together. */
static bool side_by_side(const sb_slices *slices)
{
    const sb_loops *others = &slices->others;
    const int64_t size = (int64_t)sb_format_size(slices->in_format), last = others->rank - 1;
    return last >= 0 && others->in[last] == size && others->shape[last] >= NARROWEST &&
           slices->in_step != size && slices->length <= LONGEST / NARROWEST;
}

static void whole_slices(const softmax_job *job, int64_t first, int64_t rows, real *d, real *e)
{
    const sb_slices *slices = job->slices;
    const int64_t n = slices->length;
    real sums[ROWS];
    for (int64_t r = 0; r < rows; ++r) {
        const char *base = sb_slice_input(slices, first + r);
        const real *x = (const real *)(const void *)base;
        if (!row_is_direct(base, slices->in_step, slices->in_format)) {
            load_row(base, slices->in_step, slices->in_format, n, d + r * n);
            x = d + r * n;
        }
        differences(x, largest(x, n), n, d + r * n);
    }
    if (sb_is_fetched(slices->count * n) && first + rows < slices->count)
        sb_exp_fetching(rows * n, d, e,
                        (const real *)(const void *)sb_slice_input(slices, first + rows), NULL);
    else
        sb_each_exp_f32(rows * n, d, e);
    sb_tree_sum_rows_f32(e, n, rows, n, sums);
    for (int64_t r = 0; r < rows; ++r)
        quotients(job, e + r * n, sums[r], n, sb_slice_output(slices, first + r));
}

/* ---- adjacent slices: each lane is a slice ---- */

static void strip_of_slices(const softmax_job *job, const char *input, char *output, int64_t width,
                            real *d, real *e)
{
    const sb_slices *slices = job->slices;
    const sb_loops *others = &slices->others;
    const int64_t n = slices->length;
    const int64_t in = others->in[others->rank - 1], out = others->out[others->rank - 1];
    real m[WIDEST];
    for (int64_t j = 0; j < width; ++j) m[j] = -__builtin_inff();
    for (int64_t i = 0; i < n; ++i) {
        real *row = d + i * width;
        load_row(input + i * slices->in_step, in, slices->in_format, width, row);
        for (int64_t j = 0; j < width; ++j) m[j] = row[j] > m[j] ? row[j] : m[j];
    }
    for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < width; ++j) d[i * width + j] -= m[j];
    sb_each_exp_f32(n * width, d, e);
    memcpy(d, e, (size_t)(n * width) * sizeof(real));
    sum_columns(d, n, width);
    bool numbers = true;
    for (int64_t j = 0; j < width; ++j) numbers &= d[j] == d[j];
    for (int64_t i = 0; i < n; ++i) {
        real *row = e + i * width;
        char *place = output + i * slices->out_step;
        if (numbers && row_is_direct(place, out, slices->out_format)) {
            divided(row, d, 1, width, (real *)(void *)place, job->streamed);
            continue;
        }
        divided(row, d, 1, width, row, false);
        store_row(row, width, place, out, slices->out_format);
    }
}

/* Process the slices of a task. They may continue on the next row of the last axis. */
static void strips(const softmax_job *job, int64_t first, int64_t count, real *d, real *e)
{
    const sb_slices *slices = job->slices;
    const int64_t axis = slices->others.shape[slices->others.rank - 1];
    while (count > 0) {
        int64_t width = axis - first % axis;
        width = width < count ? width : count;
        strip_of_slices(job, sb_slice_input(slices, first), sb_slice_output(slices, first), width,
                        d, e);
        first += width;
        count -= width;
    }
}

/* ---- a slice in parts ---- */

/* Load part `index` of a long slice. */
static int64_t load_part(const sb_slices *slices, const char *base, int64_t index, real *d)
{
    const int64_t start = index * BLOCK, left = slices->length - start;
    const int64_t n = left < BLOCK ? left : BLOCK;
    load_row(base + start * slices->in_step, slices->in_step, slices->in_format, n, d);
    return n;
}

static void long_slice(const softmax_job *job, int64_t number, real *d, real *e)
{
    const sb_slices *slices = job->slices;
    const char *base = sb_slice_input(slices, number);
    char *output = sb_slice_output(slices, number);
    const int64_t parts = (slices->length + BLOCK - 1) / BLOCK;
    real levels[SB_MAX_LEVELS], s = 0, m = -__builtin_inff();
    for (int64_t part = 0; part < parts; ++part) {
        const real found = largest(d, load_part(slices, base, part, d));
        m = found > m ? found : m;
    }
    for (int64_t part = 0; part < parts; ++part) {
        const bool last = part == parts - 1;
        const int64_t n = load_part(slices, base, part, d);
        differences(d, m, n, d);
        sb_each_exp_f32(n, d, e);
        s = sb_tree_sum_f32(e, n);
        for (int level = 0; part >> level; ++level)
            if (counter_merges(part, last, level))
                s = levels[level] + s;
        if (!last)
            levels[counter_free_level(part)] = s;
    }
    for (int64_t part = 0; part < parts; ++part) {
        const int64_t n = load_part(slices, base, part, d);
        differences(d, m, n, d);
        sb_each_exp_f32(n, d, e);
        quotients(job, e, s, n, output + part * BLOCK * slices->out_step);
    }
}

static void softmax_task(void *argument, int64_t task, int thread)
{
    const softmax_job *job = argument;
    const int64_t first = task * job->rows, left = job->slices->count - first;
    const int64_t rows = left < job->rows ? left : job->rows;
    real *d = (real *)(void *)(job->scratch + (size_t)thread * job->scratch_size);
    real *e = d + job->scratch_size / sizeof(real) / 2;
    if (job->across)
        strips(job, first, rows, d, e);
    else if (job->slices->length > LONGEST)
        long_slice(job, first, d, e);
    else
        whole_slices(job, first, rows, d, e);
    if (job->streamed)
        sb_stream_end();
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    sb_slices slices;
    sb_status status = sb_slices_of(context, &inputs[0], &outputs[0], &slices);
    if (status == SB_OK && slices.length == 0)
        return sb_fail(context, SB_INVALID, "%s: the axis is empty; nothing has no maximum",
                       context->call->op);
    if (status != SB_OK || slices.count == 0)
        return status;
    softmax_job job = {.slices = &slices, .across = side_by_side(&slices)};
    job.streamed = slices.count * slices.length * (int64_t)sizeof(real) >= SB_STREAMED_BYTES;
    job.rows = clamp(BLOCK / slices.length, 1, ROWS);
    if (job.across)
        job.rows = clamp(BLOCK / slices.length, NARROWEST, WIDEST);
    const int64_t tasks = (slices.count + job.rows - 1) / job.rows;
    const int64_t held = slices.length > LONGEST ? BLOCK : job.rows * slices.length;
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    job.scratch_size = 2 * sb_scratch_rounded((size_t)held * sizeof(real));
    job.scratch = sb_scratch_take(threads * job.scratch_size);
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a slice", context->call->op);
    char *scratch = job.scratch;
    sb_parallel(context, tasks, softmax_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && inputs[0] == outputs[0] &&
           (inputs[0] == SB_F32 || inputs[0] == SB_F16 || inputs[0] == SB_BF16);
}

const sb_kernel sb_kernel_softmax = {
    .op = "softmax", .supports = supports, .run = run, .parameters = sb_slices_parameters};
