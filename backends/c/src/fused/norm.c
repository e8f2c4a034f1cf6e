/* norm.c - layer_norm and rms_norm in one pass over memory (clauses R4, S1, T1, G6.2, G6.4).
 *
 * It computes the nodes of the graph, each rounded to binary32: m = mean(x), v = mean((x - m) * (x
 * - m)), r = rsqrt(v + eps), ((x - m) * r) * w + b. Missing parts are replaced by numbers that do
 * not change any bit: m = +0 for rms_norm, weights of 1, a bias of -0 (the consequence below
 * G6.13).
 */
#include "simd/vector_f32.h"

#include "fused/fetch.h"
#include "fused/leaf_rows.h"
#include "fused/norm_call.h"
#include "memory/scratch.h"
#include "simd/rows.h"
#include "fused/view_rows.h"

typedef struct norm_job {
    sb_view x, y, mean, rstd;
    bool centred;
    row_way way;
    const real *weight, *bias;
    real eps;
    int64_t rows; /* rows per task */
    real *scratch;
    int64_t scratch_reals;
} norm_job;

static void normalised_row(const norm_job *job, const real *x, real m, real r, real *y)
{
    const real *w = job->weight, *b = job->bias;
    const int64_t n = job->x.length;
    if (job->centred) {
        SB_VECTORISE
        for (int64_t i = 0; i < n; ++i) y[i] = real_canonical(((x[i] - m) * r) * w[i] + b[i]);
    } else {
        SB_VECTORISE
        for (int64_t i = 0; i < n; ++i) y[i] = real_canonical((x[i] * r) * w[i]);
    }
}

static void norm_task(void *argument, int64_t task, int thread)
{
    const norm_job *job = argument;
    const int64_t n = job->x.length, first = task * job->rows, left = job->x.count - first;
    const int64_t rows = left < job->rows ? left : job->rows;
    real *room = job->scratch + thread * job->scratch_reals, *made = room + job->rows * n;
    real m[SB_ROWS_OF_BLOCK] = {0}, r[SB_ROWS_OF_BLOCK];
    const real_rows x = view_rows(&job->x, first, rows, room);
    leaf_rows leaves = {.x = x.x, .y = x.x, .w = x.x, .x_step = x.step, .m = m};
    if (job->centred) {
        row_sums(x.x, x.step, rows, n, m);
        for (int64_t i = 0; i < rows; ++i) m[i] /= (real)n;
        leaf_sums(LEAF_DEVIATION, &leaves, rows, n, made + job->rows * n, r);
    } else {
        leaf_sums(LEAF_SQUARED, &leaves, rows, n, made + job->rows * n, r);
    }
    for (int64_t i = 0; i < rows; ++i) r[i] = r[i] / (real)n + job->eps;
    sb_each_rsqrt_f32(rows, r, r);
    for (int64_t i = 0; i < rows; ++i) {
        if (sb_is_fetched(n * job->x.count))
            sb_fetch(x.x + (i + rows) * x.step, n);
        normalised_row(job, x.x + i * x.step, m[i], r[i],
                       row_place(&job->y, job->way, first + i, made + i * n));
    }
    keep_rows(&job->y, first, rows, made, job->way);
    if (job->centred)
        keep_rows(&job->mean, first, rows, m, ROWS_ROUNDED);
    keep_rows(&job->rstd, first, rows, r, ROWS_ROUNDED);
}

sb_status sb_norm_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      bool centred, double eps)
{
    const int given = context->call->input_count;
    const sb_array *x = &inputs[0], *weight = given > 1 ? &inputs[1] : NULL;
    const sb_array *bias = given > 2 ? &inputs[2] : NULL, *rstd = &outputs[centred ? 2 : 1];
    const sb_norm_shapes shapes = {.whole = {&outputs[0]},
                                   .statistics = {&outputs[1], centred ? rstd : NULL},
                                   .weights = {weight, bias}};
    int axis;
    sb_status status = sb_norm_check(context, x, &shapes, &axis);
    if (status != SB_OK)
        return status;
    norm_job job = {.x = sb_view_of(x, axis, x->rank),
                    .y = sb_view_of(&outputs[0], axis, x->rank),
                    .mean = sb_view_of(&outputs[1], 0, 0),
                    .rstd = sb_view_of(rstd, 0, 0),
                    .centred = centred,
                    .eps = (real)eps};
    if (job.x.count == 0)
        return SB_OK;
    const int64_t n = job.x.length;
    job.way = way_of_rows(&job.y);
    job.rows = sb_block_rows(context, job.x.count, n);
    const int64_t tasks = (job.x.count + job.rows - 1) / job.rows;
    job.scratch_reals = sb_padded(2 * job.rows * n + leaf_room(job.rows, n));
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    const int64_t shared = 2 * sb_padded(n);
    const size_t reals = threads * (size_t)job.scratch_reals + (size_t)shared;
    real *scratch = sb_scratch_take(reals * sizeof(real));
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a slice", context->call->op);
    job.weight = elements_of(weight, n, 1, scratch);
    job.bias = elements_of(bias, n, (real)-0.0, scratch + sb_padded(n));
    job.scratch = scratch + shared;
    sb_parallel(context, tasks, norm_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}
