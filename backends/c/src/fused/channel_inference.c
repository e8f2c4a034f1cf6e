/* channel_inference.c - batch norm with running statistics (clauses R4, S1, G6.12).
 *
 * It computes the nodes of the graph, each rounded to binary32: r = rsqrt(variance + eps), ((x - m)
 * * r) * w + b. If a call has no weight or no bias, a weight of 1 or a bias of -0 is used, which
 * does not change any bit. Rows are processed in memory order: a row is all positions of one
 * channel of a sample or, if there is only one position, all channels of a sample.
 */
#include "simd/vector_f32.h"

#include "elementwise/elementwise.h"
#include "fused/channel_norm.h"
#include "simd/rows.h"
#include "fused/view_rows.h"
#include "fused/channel_rows.h"

typedef struct inference_job {
    sb_view x, y;
    row_way way;
    int64_t channels, rows, thread_reals;
    bool by_samples;
    const real *m, *r, *w, *b;
    real *scratch;
} inference_job;

static void inference_task(void *argument, int64_t task, int thread)
{
    const inference_job *job = argument;
    const int64_t n = job->x.length, first = task * job->rows, left = job->x.count - first;
    const int64_t rows = left < job->rows ? left : job->rows;
    real *xs = job->scratch + thread * job->thread_reals, *made = xs + sb_padded(job->rows * n);
    const real_rows x = view_rows(&job->x, first, rows, xs);
    for (int64_t i = 0; i < rows; ++i) {
        const int64_t c = job->by_samples ? 0 : (first + i) % job->channels;
        const real *row = x.x + i * x.step, *m = job->m + c, *r = job->r + c;
        const real *w = job->w + c, *b = job->b + c;
        real *y = row_place(&job->y, job->way, first + i, made + i * n);
        if (job->by_samples) {
            SB_VECTORISE
            for (int64_t j = 0; j < n; ++j)
                y[j] = real_canonical(((row[j] - m[j]) * r[j]) * w[j] + b[j]);
        } else {
            const real mean = *m, root = *r, scale = *w, shift = *b;
            SB_VECTORISE
            for (int64_t j = 0; j < n; ++j)
                y[j] = real_canonical(((row[j] - mean) * root) * scale + shift);
        }
    }
    keep_rows(&job->y, first, rows, made, job->way);
}

sb_status sb_channel_inference_run(sb_context *context, const sb_array *x, const sb_array *y,
                                   const sb_channel_norm *norm)
{
    const bool by_samples = places_of(x) == 1;
    const int axis = by_samples ? 1 : 2;
    const channel_part all = {0, x->shape[1]};
    const int64_t each = sb_padded(all.count);
    inference_job job = {.x = sb_view_of(x, axis, x->rank),
                         .y = sb_view_of(y, axis, x->rank),
                         .channels = all.count,
                         .by_samples = by_samples};
    job.way = way_of_rows(&job.y);
    job.rows = sb_block_rows(context, job.x.count, job.x.length);
    job.thread_reals = 2 * sb_padded(job.rows * job.x.length);
    const int64_t tasks = (job.x.count + job.rows - 1) / job.rows;
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    const size_t reals = threads * (size_t)job.thread_reals + (size_t)(4 * each);
    real *scratch = sb_scratch_take(reals * sizeof(real));
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for rows", context->call->op);
    load_channels(norm->given_mean, &all, 0, scratch);
    load_channels(norm->given_variance, &all, 0, scratch + each);
    roots(&all, norm->eps, scratch + each);
    load_channels(norm->weight, &all, 1, scratch + 2 * each);
    load_channels(norm->bias, &all, (real)-0.0, scratch + 3 * each);
    job.m = scratch;
    job.r = job.m + each;
    job.w = job.r + each;
    job.b = job.w + each;
    job.scratch = scratch + 4 * each;
    sb_parallel(context, tasks, inference_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}
