/* channel_norm.c - batch norm in training, channel by channel (clauses R4, S1, T1, G5, G6.9,
 * G6.10).
 *
 * It computes the nodes of the graph, each rounded to binary32: m = total / n, v = squares / n, r =
 * rsqrt(v + eps), ((x - m) * r) * w + b; and for the running statistics rest * old + factor *
 * statistic. If a call has no weight or no bias, a weight of 1 or a bias of -0 is used, which does
 * not change any bit.
 */
#include "simd/vector_f32.h"

#include "fused/channel_norm.h"
#include "fused/leaf_rows.h"
#include "simd/rows.h"
#include "fused/view_rows.h"
#include "fused/channel_rows.h"
#include "fused/channel_columns.h"

typedef struct channel_job {
    const sb_channel_norm *norm;
    const sb_array *x, *y;
    sb_view x_rows, y_rows;
    row_way way;
    double values; /* number of values of a channel */
    int64_t block, made, thread_reals;
    real *scratch;
} channel_job;

/* Store the new running statistic, or the old one if there are no values. */
static void keep_running(const channel_job *job, const channel_part *part, int which,
                         const real *statistics)
{
    const sb_channel_norm *norm = job->norm;
    strip_numbers numbers;
    if (norm->new[which] == NULL)
        return;
    load_channels(norm->old[which], part, 0, numbers);
    for (int64_t c = 0; job->values >= 1 && c < part->count; ++c)
        numbers[c] = norm->rest * numbers[c] + norm->factor * statistics[c];
    keep_channels(norm->new[which], part, numbers);
}

/* Compute r from the sums of squares, in place, and store the statistics. */
static void keep_statistics(const channel_job *job, const channel_part *part, const real *m,
                            real *r)
{
    const sb_channel_norm *norm = job->norm;
    const real n = (real)job->values, freedom = (real)(job->values - 1);
    strip_numbers unbiased;
    for (int64_t c = 0; c < part->count; ++c) {
        unbiased[c] = r[c] / freedom;
        r[c] /= n;
    }
    roots(part, norm->eps, r);
    keep_channels(norm->mean, part, m);
    keep_channels(norm->rstd, part, r);
    keep_running(job, part, 0, m);
    keep_running(job, part, 1, unbiased);
}

static void channel_task(void *argument, int64_t task, int thread)
{
    const channel_job *job = argument;
    const channel_part part = {task, 1};
    const int64_t n = job->x_rows.length, rows = job->x->shape[0], first = task * rows;
    real *xs = job->scratch + thread * job->thread_reals, *made = xs + job->block;
    real *sums = made + job->made, *shifts = sums + sb_padded(rows);
    real m, r, w, b;
    const real_rows x = view_rows(&job->x_rows, first, rows, xs);
    row_sums(x.x, x.step, rows, n, sums);
    m = sum_of_rows(sums, rows) / (real)job->values;
    fill(shifts, rows, m);
    const leaf_rows leaves = {x.x, x.x, x.x, x.step, 0, shifts, NULL};
    leaf_sums(LEAF_DEVIATION, &leaves, rows, n, shifts + sb_padded(rows), sums);
    r = sum_of_rows(sums, rows);
    keep_statistics(job, &part, &m, &r);
    load_channels(job->norm->weight, &part, 1, &w);
    load_channels(job->norm->bias, &part, (real)-0.0, &b);
    for (int64_t i = 0; i < rows; ++i) {
        const real *row = x.x + i * x.step;
        real *y = row_place(&job->y_rows, job->way, first + i, made);
        SB_VECTORISE
        for (int64_t j = 0; j < n; ++j) y[j] = real_canonical(((row[j] - m) * r) * w + b);
        keep_rows(&job->y_rows, first + i, 1, y, job->way);
    }
}

static void strip_task(void *argument, int64_t task, int thread)
{
    const channel_job *job = argument;
    const int64_t first = task * CHANNELS_OF_TASK, left = job->x->shape[1] - first;
    const channel_part part = {first, left < CHANNELS_OF_TASK ? left : CHANNELS_OF_TASK};
    const int64_t samples = job->x->shape[0], width = strip_width(part.count);
    real *xs = job->scratch + thread * job->thread_reals, *room = xs + job->block;
    strip_numbers m = {0}, r = {0}, w = {0}, b = {0}, y;
    const real_rows x = strip_rows(job->x, &part, xs);
    const column_leaves leaves = {x.x, x.x, x.step, x.step, m, m};
    column_leaf_sums(LEAF_ITSELF, &leaves, samples, width, room, m);
    for (int64_t c = 0; c < part.count; ++c) m[c] /= (real)job->values;
    column_leaf_sums(LEAF_DEVIATION, &leaves, samples, width, room, r);
    keep_statistics(job, &part, m, r);
    load_channels(job->norm->weight, &part, 1, w);
    load_channels(job->norm->bias, &part, (real)-0.0, b);
    for (int64_t i = 0; i < samples; ++i) {
        const real *row = x.x + i * x.step;
        for (int64_t j = 0; j < width; ++j) y[j] = ((row[j] - m[j]) * r[j]) * w[j] + b[j];
        keep_strip(job->y, &part, i, y);
    }
}

sb_status sb_channel_norm_run(sb_context *context, const sb_array *x, const sb_array *y,
                              const sb_channel_norm *norm)
{
    channel_job job = {.norm = norm,
                       .x = x,
                       .y = y,
                       .x_rows = channels_of(x),
                       .y_rows = channels_of(y),
                       .values = (double)sb_channel_values(x)};
    const int64_t channels = x->shape[1], rows = x->shape[0], n = job.x_rows.length;
    const bool by_strips = n == 1;
    const int64_t tasks =
        by_strips ? (channels + CHANNELS_OF_TASK - 1) / CHANNELS_OF_TASK : channels;
    (void)sb_block_rows(context, job.x_rows.count, n);
    job.way = way_of_rows(&job.y_rows);
    job.block = sb_padded(view_is_direct(&job.x_rows) ? 0 : rows * n);
    job.made = sb_padded(n);
    job.thread_reals = job.block + job.made + 2 * sb_padded(rows) + sb_padded(leaf_room(rows, n));
    if (by_strips) {
        job.block = rows * CHANNELS_OF_TASK;
        job.thread_reals = job.block + column_room(rows, CHANNELS_OF_TASK);
    }
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    real *scratch = sb_scratch_take(threads * (size_t)job.thread_reals * sizeof(real));
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a channel", context->call->op);
    job.scratch = scratch;
    sb_parallel(context, tasks, by_strips ? strip_task : channel_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}
