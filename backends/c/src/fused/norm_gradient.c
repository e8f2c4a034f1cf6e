/* norm_gradient.c - the gradients of layer_norm and rms_norm in one pass over memory (clauses R4,
 * S1, T1, G6.3, G6.5).
 *
 * It computes the nodes of the graph, each rounded to binary32: h = (x - m) * r, k = g * w, a =
 * mean(k), s = mean(k * h), ((k - a) - h * s) * r, and the sums over all slices of g * h and g.
 * Missing parts are replaced by numbers that do not change any bit: m = a = +0 for rms_norm,
 * weights of 1. Groups of eight slices are subtrees of the sums over slices, and so are the slices
 * of a task. The sums of tasks are added at the end.
 */
#include "simd/vector_f32.h"

#include "fused/column_sum.h"
#include "fused/leaf_rows.h"
#include "fused/norm_call.h"
#include "memory/scratch.h"
#include "simd/rows.h"
#include "fused/view_rows.h"

/* The number of slices in a group, and the maximum number of groups in a task: powers of two. */
enum { GROUP = 8, GROUPS = 8 };

typedef struct norm_gradient_job {
    sb_view g, x, mean, rstd, dx;
    bool centred, weighted;
    row_way way;
    const real *weight;
    int64_t rows;            /* rows of a task */
    real *scratch, *sums[2]; /* sums: for each task, a row for g * h and a row for g */
    int64_t scratch_reals;
} norm_gradient_job;

/* A group: its slices, and their saved statistics. */
typedef struct group {
    real_rows g, x;
    real m[GROUP], r[GROUP];
    int rows;
} group;

static void x_gradients(const norm_gradient_job *job, const group *of, int64_t first, real *made,
                        real *room)
{
    const int64_t n = job->x.length;
    const real *w = job->weight;
    real a[GROUP] = {0}, s[GROUP];
    const leaf_rows weighted = {of->x.x, of->g.x, w, of->x.step, of->g.step, of->m, of->r};
    const leaf_rows products = {of->g.x, w, w, of->g.step, 0, NULL, NULL};
    leaf_sums(LEAF_WEIGHTED, &weighted, of->rows, n, room, s);
    if (job->centred)
        leaf_sums(LEAF_PRODUCT, &products, of->rows, n, room, a);
    for (int i = 0; i < of->rows; ++i) {
        const real *g = of->g.x + i * of->g.step, *x = of->x.x + i * of->x.step;
        const real m = of->m[i], r = of->r[i], mean = s[i] / (real)n;
        const real shift = job->centred ? a[i] / (real)n : 0;
        real *y = row_place(&job->dx, job->way, first + i, made + i * n);
        SB_VECTORISE
        for (int64_t j = 0; j < n; ++j)
            y[j] = real_canonical(((g[j] * w[j] - shift) - ((x[j] - m) * r) * mean) * r);
    }
    keep_rows(&job->dx, first, of->rows, made, job->way);
}

/* Compute the sums over the group of g * h and of g, for each column. */
static void group_sums(const norm_gradient_job *job, const group *of, real *weight, real *bias)
{
    const int64_t n = job->x.length;
    real h[GROUP], d[GROUP];
    int64_t j = 0;
    for (; of->rows == GROUP && j + LANES <= n; j += LANES) {
        vreal p[GROUP], q[GROUP];
        UNROLL for (int i = 0; i < GROUP; ++i)
        {
            const vreal x = v_load(of->x.x + i * of->x.step + j);
            q[i] = v_load(of->g.x + i * of->g.step + j);
            p[i] = q[i] * ((x - v_set(of->m[i])) * v_set(of->r[i]));
        }
        UNROLL for (int half = GROUP / 2; half; half /= 2) UNROLL for (int i = 0; i < half; ++i)
        {
            p[i] = p[2 * i] + p[2 * i + 1];
            q[i] = q[2 * i] + q[2 * i + 1];
        }
        v_store(weight + j, p[0]);
        v_store(bias + j, q[0]);
    }
    for (; j < n; ++j) {
        for (int i = 0; i < GROUP; ++i) {
            const bool is_there = i < of->rows;
            const real g = is_there ? of->g.x[i * of->g.step + j] : (real)-0.0;
            d[i] = g;
            h[i] = is_there ? g * ((of->x.x[i * of->x.step + j] - of->m[i]) * of->r[i]) : g;
        }
        for (int half = GROUP / 2; half; half /= 2)
            for (int i = 0; i < half; ++i) {
                h[i] = h[2 * i] + h[2 * i + 1];
                d[i] = d[2 * i] + d[2 * i + 1];
            }
        weight[j] = h[0];
        bias[j] = d[0];
    }
}

static void norm_gradient_task(void *argument, int64_t task, int thread)
{
    const norm_gradient_job *job = argument;
    const int64_t n = job->x.length, start = task * job->rows, left = job->x.count - start;
    const int64_t rows = left < job->rows ? left : job->rows, groups = (rows + GROUP - 1) / GROUP;
    real *gs = job->scratch + thread * job->scratch_reals, *xs = gs + GROUP * n;
    real *made = xs + GROUP * n, *room = made + GROUP * n;
    real *weights = room + sb_padded(leaf_room(GROUP, n)), *biases = weights + GROUPS * n;
    for (int64_t i = 0; i < groups; ++i) {
        const int64_t first = start + i * GROUP;
        group of = {.rows = (int)(rows - i * GROUP < GROUP ? rows - i * GROUP : GROUP)};
        of.g = view_rows(&job->g, first, of.rows, gs);
        of.x = view_rows(&job->x, first, of.rows, xs);
        for (int r = 0; r < of.rows; ++r) {
            if (job->centred)
                load_elements(&job->mean, sb_view_at(&job->mean, first + r), 0, 1, &of.m[r]);
            load_elements(&job->rstd, sb_view_at(&job->rstd, first + r), 0, 1, &of.r[r]);
        }
        x_gradients(job, &of, first, made, room);
        if (job->weighted)
            group_sums(job, &of, weights + i * n, biases + i * n);
    }
    if (job->weighted) {
        sum_columns(weights, groups, n);
        sum_columns(biases, groups, n);
        memcpy(job->sums[0] + task * n, weights, (size_t)n * sizeof(real));
        memcpy(job->sums[1] + task * n, biases, (size_t)n * sizeof(real));
    }
}

/* Return the number of rows in a task: as many groups as possible while every thread gets a few
 * tasks. */
static int64_t rows_of_task(int64_t count, int threads)
{
    int64_t rows = GROUP * GROUPS;
    while (rows > GROUP && count / rows < 4 * (int64_t)threads) rows /= 2;
    return rows;
}

static void keep_sums(const sb_array *output, real *sums, int64_t tasks, int64_t n)
{
    const sb_view view = sb_view_of(output, 0, output->rank);
    sum_columns(sums, tasks, n);
    for (int64_t j = 0; tasks == 0 && j < n; ++j) sums[j] = 0;
    keep_rows(&view, 0, 1, sums, ROWS_ROUNDED);
}

sb_status sb_norm_gradient_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                               bool centred)
{
    const int fixed = centred ? 4 : 3, results = context->call->output_count;
    const sb_array *g = &inputs[0], *x = &inputs[1], *rstd = &inputs[fixed - 1];
    const sb_array *weight = results > 1 ? &inputs[fixed] : NULL;
    const sb_norm_shapes shapes = {
        .whole = {g, &outputs[0]},
        .statistics = {rstd, centred ? &inputs[2] : NULL},
        .weights = {weight, results > 1 ? &outputs[1] : NULL, results > 2 ? &outputs[2] : NULL}};
    int axis;
    sb_status status = sb_norm_check(context, x, &shapes, &axis);
    if (status != SB_OK)
        return status;
    norm_gradient_job job = {.g = sb_view_of(g, axis, x->rank),
                             .x = sb_view_of(x, axis, x->rank),
                             .mean = sb_view_of(&inputs[2], 0, 0),
                             .rstd = sb_view_of(rstd, 0, 0),
                             .dx = sb_view_of(&outputs[0], axis, x->rank),
                             .centred = centred,
                             .weighted = weight != NULL};
    const int64_t n = job.x.length;
    (void)sb_block_rows(context, job.x.count, n);
    job.way = way_of_rows(&job.dx);
    job.rows = rows_of_task(job.x.count, context->threads);
    const int64_t tasks = (job.x.count + job.rows - 1) / job.rows;
    job.scratch_reals = sb_padded((3 * GROUP + 2 * GROUPS) * n) + sb_padded(leaf_room(GROUP, n));
    const int64_t sums = job.weighted ? sb_padded((tasks > 0 ? tasks : 1) * n) : 0;
    const int64_t shared = sb_padded(n) + 2 * sums;
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    const size_t reals = threads * (size_t)job.scratch_reals + (size_t)shared;
    real *scratch = sb_scratch_take(reals * sizeof(real));
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for slices", context->call->op);
    job.weight = elements_of(weight, n, 1, scratch);
    job.sums[0] = scratch + sb_padded(n);
    job.sums[1] = job.sums[0] + sums;
    job.scratch = scratch + shared;
    sb_parallel(context, tasks, norm_gradient_task, &job);
    for (int i = 1; i < results; ++i) keep_sums(&outputs[i], job.sums[i - 1], tasks, n);
    sb_scratch_give(scratch);
    return SB_OK;
}
