/* average.c - means of windows, and their gradient: sums T1 of the present elements (clauses G10.5
 * to G10.7). Windows of a row that have all taps are summed together, vector by vector, and other
 * windows one by one.
 */
#include "simd/vector_f32.h"

#include "elementwise/elementwise.h"
#include "memory/scratch.h"
#include "pools/pool.h"
#include "pools/windows.h"
#include "reduce/counter.h"
#include "reduce/tree.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

enum { TOGETHER = 64 };

typedef struct average_job {
    sb_windows windows;
    const sb_array *input, *output;
    bool gradient;
    char *scratch;
    size_t scratch_size, row_size, plane_size;
} average_job;

/* Compute the sum T1 over `rows` rows and `columns` columns of taps, for `count` windows that are
 * `stride` apart. */
static void sum_together(const float *x, int64_t ld, int64_t rows, int64_t columns, int64_t stride,
                         int64_t count, float *sums)
{
    float levels[SB_MAX_LEVELS][TOGETHER];
    const int64_t taps = rows * columns;
    for (int64_t t = 0; t < taps; ++t) {
        const float *from = x + t / columns * ld + t % columns;
        const bool last = t == taps - 1;
        for (int64_t w = 0; w < count; ++w) sums[w] = from[stride * w];
        for (int level = 0; t >> level; ++level)
            if (counter_merges(t, last, level))
                for (int64_t w = 0; w < count; ++w) sums[w] = levels[level][w] + sums[w];
        if (!last)
            memcpy(levels[counter_free_level(t)], sums, (size_t)count * sizeof(float));
    }
}

/* Return the sum T1 of a block of elements. `held` is work space for a copy of them. */
static float sum_of_block(const float *x, int64_t ld, int64_t rows, int64_t columns, float *held)
{
    for (int64_t r = 0; r < rows; ++r)
        memcpy(held + r * columns, x + r * ld, (size_t)columns * sizeof(float));
    return sb_tree_sum_f32(held, rows * columns);
}

/* Compute the sums of a row of windows, from a plane of elements. */
static void row_of_sums(const average_job *job, const float *plane, int64_t place, float *held,
                        float *sums)
{
    const sb_window_axis *down = &job->windows.axis[0], *across = &job->windows.axis[1];
    const sb_taps rows = sb_taps_of(down, place);
    const float *top = plane + (down->stride * place - down->padding + rows.first) * across->size;
    for (int64_t w = 0; w < across->places;) {
        const sb_taps columns = sb_taps_of(across, w);
        const int64_t start = across->stride * w - across->padding;
        const bool whole = columns.end - columns.first == across->taps;
        int64_t count = whole ? (across->size - across->taps - start) / across->stride + 1 : 1;
        count = count < across->places - w ? count : across->places - w;
        count = count < TOGETHER ? count : TOGETHER;
        if (whole)
            sum_together(top + start, across->size, rows.end - rows.first, across->taps,
                         across->stride, count, sums + w);
        else
            sums[w] = sum_of_block(top + start + columns.first, across->size, rows.end - rows.first,
                                   columns.end - columns.first, held);
        w += count;
    }
}

static void average_plane(const average_job *job, const float *plane, char *to, float *row,
                          float *divisors, float *held)
{
    int64_t counted = -1;
    const sb_window_axis *across = &job->windows.axis[1];
    for (int64_t place = 0; place < job->windows.axis[0].places; ++place) {
        row_of_sums(job, plane, place, held, row);
        sb_window_divisors(&job->windows, place, &counted, divisors);
        for (int64_t w = 0; w < across->places; ++w) row[w] = row[w] / divisors[w];
        store_row(row, across->places, to + place * sb_pool_stride(job->output, 0),
                  sb_pool_stride(job->output, 1), job->output->format);
    }
}

/* Return the range of windows that read element `i` of an axis, without the limits of the axis. */
static sb_taps readers_of(const sb_window_axis *axis, int64_t i)
{
    const int64_t least = i + axis->padding - axis->taps + 1, stride = axis->stride;
    const int64_t first = least > 0 ? (least + stride - 1) / stride : -(-least / stride);
    return (sb_taps){first, (i + axis->padding) / stride + 1};
}

static sb_taps within(sb_taps windows, const sb_window_axis *axis)
{
    return (sb_taps){windows.first < 0 ? 0 : windows.first,
                     windows.end < axis->places ? windows.end : axis->places};
}

/* Compute sums for the elements w, w + stride, w + 2 * stride ... of a row. The windows that read
 * an element are one position after the windows that read the previous element. `m` rows of windows
 * begin at `shares`. */
static void spread_row(const average_job *job, const float *shares, int64_t m, int64_t w,
                       float *row, float *held)
{
    const sb_window_axis *across = &job->windows.axis[1];
    const int64_t stride = across->stride;
    while (w < across->size) {
        const sb_taps all = readers_of(across, w), some = within(all, across);
        const int64_t n = some.end - some.first;
        float sums[TOGETHER];
        int64_t count = 1;
        if (m <= 0 || n <= 0) {
            sums[0] = 0.0f;
        } else if (n == all.end - all.first) {
            const int64_t left = (across->size - 1 - w) / stride + 1;
            count = across->places - some.end + 1;
            count = count < left ? count : left;
            count = count < TOGETHER ? count : TOGETHER;
            sum_together(shares + some.first, across->places, m, n, 1, count, sums);
        } else {
            sums[0] = sum_of_block(shares + some.first, across->places, m, n, held);
        }
        for (int64_t i = 0; i < count; ++i) row[w + i * stride] = sums[i];
        w += count * stride;
    }
}

/* Compute the gradient of a plane from the gradients of its windows, which are already divided by
 * the windows' divisors. */
static void spread_plane(const average_job *job, const float *shares, char *to, float *row,
                         float *held)
{
    const sb_window_axis *down = &job->windows.axis[0], *across = &job->windows.axis[1];
    for (int64_t h = 0; h < down->size; ++h) {
        const sb_taps rows = within(readers_of(down, h), down);
        for (int64_t w = 0; w < across->stride && w < across->size; ++w)
            spread_row(job, shares + rows.first * across->places, rows.end - rows.first, w, row,
                       held);
        store_row(row, across->size, to + h * sb_pool_stride(job->output, 0),
                  sb_pool_stride(job->output, 1), job->output->format);
    }
}

static void plane_task(void *argument, int64_t number, int thread)
{
    const average_job *job = argument;
    const sb_windows *windows = &job->windows;
    const sb_window_axis *down = &windows->axis[0], *across = &windows->axis[1];
    const int64_t sample = number / windows->channels, channel = number % windows->channels;
    char *scratch = job->scratch + (size_t)thread * job->scratch_size;
    float *row = (float *)(void *)scratch, *plane = (float *)(void *)(scratch + job->row_size);
    float *held = (float *)(void *)(scratch + job->row_size + job->plane_size);
    float *divisors = (float *)(void *)(scratch + job->row_size + 2 * job->plane_size);
    int64_t counted = -1;
    const int64_t rows = job->gradient ? down->places : down->size;
    const int64_t columns = job->gradient ? across->places : across->size;
    const char *from = sb_pool_plane(job->input, sample, channel);
    char *to = sb_pool_plane(job->output, sample, channel);
    for (int64_t h = 0; h < rows; ++h)
        load_row(from + h * sb_pool_stride(job->input, 0), sb_pool_stride(job->input, 1),
                 job->input->format, columns, plane + h * columns);
    if (!job->gradient) {
        average_plane(job, plane, to, row, divisors, held);
        return;
    }
    for (int64_t h = 0; h < rows; ++h) {
        float *share = plane + h * columns;
        sb_window_divisors(windows, h, &counted, divisors);
        for (int64_t w = 0; w < columns; ++w) share[w] = share[w] / divisors[w];
    }
    spread_plane(job, plane, to, row, held);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                     bool gradient)
{
    average_job job = {.input = inputs, .output = outputs, .gradient = gradient};
    const sb_status status = sb_windows_of(context, gradient ? outputs : inputs,
                                           gradient ? inputs : outputs, gradient, &job.windows);
    if (status != SB_OK)
        return status;
    const sb_window_axis *down = &job.windows.axis[0], *across = &job.windows.axis[1];
    const int64_t planes = job.windows.samples * job.windows.channels;
    const int64_t longest = across->size > across->places ? across->size : across->places;
    const int64_t highest = down->size > down->places ? down->size : down->places;
    job.row_size = sb_scratch_rounded((size_t)longest * sizeof(float));
    job.plane_size = sb_scratch_rounded((size_t)(highest * longest) * sizeof(float));
    /* This is also enough for one window, because a window is within a plane. */
    job.scratch_size = 2 * job.row_size + 2 * job.plane_size;
    job.scratch = sb_scratch_take(sb_scratch_parts(context->threads, planes) * job.scratch_size);
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a plane", context->call->op);
    char *scratch = job.scratch;
    sb_parallel(context, planes, plane_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}

sb_status sb_average_pool_run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return run(context, inputs, outputs, false);
}

sb_status sb_average_pool_gradient_run(sb_context *context, const sb_array *inputs,
                                       const sb_array *outputs)
{
    return run(context, inputs, outputs, true);
}

bool sb_average_pool_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                              int output_count)
{
    return input_count == 1 && output_count == 1 && outputs[0] == inputs[0] &&
           (inputs[0] == SB_F32 || inputs[0] == SB_F16 || inputs[0] == SB_BF16);
}
