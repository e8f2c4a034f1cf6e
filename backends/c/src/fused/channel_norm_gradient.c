/* channel_norm_gradient.c - the gradients of batch norms, channel by channel (clauses R4, S1, T1,
 * G5, G6.11, G6.13).
 *
 * It computes the nodes of the graph, each rounded to binary32: h = (x - m) * r, and the sums of g
 * and of g * h. a and s are these sums divided by the number of values. The gradient is (((g - a) -
 * h * s) * r) * w for batch statistics, and (g * w) * r for given statistics. If a call has no
 * weight, a weight of 1 is used, which does not change any bit.
 */
#include "simd/vector_f32.h"

#include "fused/leaf_rows.h"
#include "simd/rows.h"
#include "fused/view_rows.h"
#include "fused/channel_rows.h"
#include "fused/channel_columns.h"

typedef struct gradient_job {
    const sb_array *g, *x, *dx;
    sb_view g_rows, x_rows, dx_rows;
    const sb_array *mean, *spread, *weight, *results[2]; /* results: for weight and bias, or NULL */
    bool counted;
    row_way way;
    real n, eps;
    int64_t together; /* rows that are processed together */
    int64_t block, made, thread_reals;
    real *scratch;
} gradient_job;

/* The numbers per channel: m and r, w, and the sums of g and of g * h. */
typedef struct channel_numbers {
    strip_numbers m, r, w, a, s;
} channel_numbers;

static void load_numbers(const gradient_job *job, const channel_part *part, channel_numbers *of)
{
    load_channels(job->mean, part, 0, of->m);
    load_channels(job->spread, part, 0, of->r);
    load_channels(job->weight, part, 1, of->w);
    if (!job->counted)
        roots(part, job->eps, of->r);
}

/* Store the sums, then divide them by n, in place. */
static void keep_sums(const gradient_job *job, const channel_part *part, channel_numbers *of)
{
    keep_channels(job->results[0], part, of->s);
    keep_channels(job->results[1], part, of->a);
    for (int64_t c = 0; c < part->count; ++c) {
        of->a[c] /= job->n;
        of->s[c] /= job->n;
    }
}

static void gradient_row(bool counted, const real *g, const real *x, const channel_numbers *of,
                         int64_t n, real *dx)
{
    const real m = of->m[0], r = of->r[0], w = of->w[0], a = of->a[0], s = of->s[0];
    if (counted) {
        SB_VECTORISE
        for (int64_t j = 0; j < n; ++j)
            dx[j] = real_canonical((((g[j] - a) - ((x[j] - m) * r) * s) * r) * w);
    } else {
        SB_VECTORISE
        for (int64_t j = 0; j < n; ++j) dx[j] = real_canonical((g[j] * w) * r);
    }
}

static void channel_task(void *argument, int64_t task, int thread)
{
    const gradient_job *job = argument;
    const channel_part part = {task, 1};
    const int64_t n = job->x_rows.length, rows = job->x->shape[0], first = task * rows;
    const int64_t padded = sb_padded(rows);
    real *gs = job->scratch + thread * job->thread_reals, *xs = gs + job->block;
    real *made = xs + job->block, *sums = made + job->made, *products = sums + padded;
    real *ms = products + padded, *rs = ms + padded, *room = rs + padded;
    channel_numbers of = {.a = {0}};
    const real_rows g = view_rows(&job->g_rows, first, rows, gs);
    const real_rows x = view_rows(&job->x_rows, first, rows, xs);
    load_numbers(job, &part, &of);
    if (job->counted || job->weight) {
        fill(ms, rows, of.m[0]);
        fill(rs, rows, of.r[0]);
        /* All steps for one group of rows, while it is in cache. */
        for (int64_t i = 0; i < rows; i += job->together) {
            const int64_t count = rows - i < job->together ? rows - i : job->together;
            const real *gi = g.x + i * g.step, *xi = x.x + i * x.step;
            const leaf_rows leaves = {xi, gi, xi, x.step, g.step, ms, rs};
            row_sums(gi, g.step, count, n, sums + i);
            leaf_sums(LEAF_NORMALISED, &leaves, count, n, room, products + i);
        }
        of.a[0] = sum_of_rows(sums, rows);
        of.s[0] = sum_of_rows(products, rows);
        keep_sums(job, &part, &of);
    }
    for (int64_t i = 0; i < rows; ++i) {
        real *dx = row_place(&job->dx_rows, job->way, first + i, made);
        gradient_row(job->counted, g.x + i * g.step, x.x + i * x.step, &of, n, dx);
        keep_rows(&job->dx_rows, first + i, 1, dx, job->way);
    }
}

static void strip_task(void *argument, int64_t task, int thread)
{
    const gradient_job *job = argument;
    const int64_t first = task * CHANNELS_OF_TASK, left = job->x->shape[1] - first;
    const channel_part part = {first, left < CHANNELS_OF_TASK ? left : CHANNELS_OF_TASK};
    const int64_t samples = job->x->shape[0], width = strip_width(part.count);
    real *gs = job->scratch + thread * job->thread_reals, *xs = gs + job->block;
    real *room = xs + job->block;
    channel_numbers of = {.a = {0}};
    strip_numbers dx;
    const real_rows g = strip_rows(job->g, &part, gs), x = strip_rows(job->x, &part, xs);
    load_numbers(job, &part, &of);
    if (job->counted || job->weight) {
        const column_leaves plain = {g.x, g.x, g.step, g.step, of.m, of.m};
        const column_leaves leaves = {x.x, g.x, x.step, g.step, of.m, of.r};
        column_leaf_sums(LEAF_ITSELF, &plain, samples, width, room, of.a);
        column_leaf_sums(LEAF_NORMALISED, &leaves, samples, width, room, of.s);
        keep_sums(job, &part, &of);
    }
    for (int64_t i = 0; i < samples; ++i) {
        const real *gi = g.x + i * g.step, *xi = x.x + i * x.step;
        for (int64_t j = 0; job->counted && j < width; ++j) {
            const real h = (xi[j] - of.m[j]) * of.r[j];
            dx[j] = (((gi[j] - of.a[j]) - h * of.s[j]) * of.r[j]) * of.w[j];
        }
        for (int64_t j = 0; !job->counted && j < width; ++j) dx[j] = (gi[j] * of.w[j]) * of.r[j];
        keep_strip(job->dx, &part, i, dx);
    }
}

sb_status sb_channel_gradient(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                              bool counted, double eps)
{
    const sb_array *weight = context->call->input_count == 5 ? &inputs[4] : NULL;
    gradient_job job = {.g = &inputs[0],
                        .x = &inputs[1],
                        .dx = &outputs[0],
                        .mean = &inputs[2],
                        .spread = &inputs[3],
                        .weight = weight,
                        .results = {weight ? &outputs[1] : NULL, weight ? &outputs[2] : NULL},
                        .counted = counted,
                        .eps = (real)eps};
    const sb_channel_shapes shapes = {
        .whole = {&inputs[0], &outputs[0]},
        .channels = {job.mean, job.spread, weight, job.results[0], job.results[1]}};
    sb_status status = sb_channel_check(context, &inputs[1], &shapes);
    if (status == SB_OK && counted && sb_channel_values(&inputs[1]) == 1)
        return sb_fail(context, SB_INVALID, "%s: a channel has one value", context->call->op);
    if (status != SB_OK)
        return status;
    job.g_rows = channels_of(job.g);
    job.x_rows = channels_of(job.x);
    job.dx_rows = channels_of(job.dx);
    job.n = (real)(double)sb_channel_values(job.x);
    const int64_t channels = job.x->shape[1], rows = job.x->shape[0], n = job.x_rows.length;
    const bool by_strips = n == 1;
    const int64_t tasks =
        by_strips ? (channels + CHANNELS_OF_TASK - 1) / CHANNELS_OF_TASK : channels;
    const bool direct = view_is_direct(&job.g_rows) && view_is_direct(&job.x_rows);
    job.together = sb_block_rows(context, job.x_rows.count, n);
    job.way = way_of_rows(&job.dx_rows);
    job.block = sb_padded(direct ? 0 : rows * n);
    job.made = sb_padded(n);
    job.thread_reals =
        2 * job.block + job.made + 4 * sb_padded(rows) + sb_padded(leaf_room(job.together, n));
    if (by_strips) {
        job.block = rows * CHANNELS_OF_TASK;
        job.thread_reals = 2 * job.block + column_room(rows, CHANNELS_OF_TASK);
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
