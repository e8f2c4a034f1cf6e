/* cross_entropy_gradient.c - the gradient of cross_entropy with respect to its logits (clauses R4,
 * S1, T8, G7.14).
 *
 * It computes the nodes of the graph, each rounded to binary32. The nodes of log_softmax
 * (kernels/log_softmax.c) give y. k is the gradient of y: without smoothing it is +0 except for the
 * class. With t = sum(k) by T1, the result is k - exp(y) * t. The sum of one number and zeros is
 * that number, except that -0 becomes +0.
 */
#include "simd/vector_f32.h"

#include "fused/class_loss.h"
#include "fused/functions.h"
#include "fused/row_steps.h"
#include "fused/smoothing.h"
#include "memory/scratch.h"
#include "moves/index.h"
#include "reduce/tree.h"
#include "simd/rows.h"
#include "fused/view_rows.h"

typedef struct gradient_job {
    sb_class_loss loss;
    sb_smoothing smoothing;
    sb_view gradient, x, dx;
    row_way way;
    real divisor;
    int64_t rows, block_reals;
    const real *weights; /* weights of all classes, if smoothing needs them */
    real *scratch;
} gradient_job;

/* Compute k at a position, with smoothing. */
static void smoothed_gradients(const gradient_job *job, real g, int64_t class, real *k)
{
    const int64_t n = job->x.length;
    const real *w = job->weights, all = -(g * job->smoothing.spread);
    const real own = -((g * job->smoothing.kept) * sb_class_weight(&job->loss, class));
    SB_VECTORISE
    for (int64_t j = 0; j < n; ++j) k[j] = all * w[j] + (j == class ? own : (real)0);
}

/* Compute the gradient at position `number`, from p = exp(y). `k` is work space. */
static void place_gradient(const gradient_job *job, int64_t number, const real *p, real *k,
                           real *dx)
{
    const int64_t n = job->x.length, class = sb_class_at(&job->loss, number);
    if (class < 0) {
        memset(dx, 0, (size_t)n * sizeof(real));
        return;
    }
    const real g = sb_class_share(&job->loss, &job->gradient, number, job->divisor);
    if (job->smoothing.on) {
        smoothed_gradients(job, g, class, k);
        const real t = sb_tree_sum_f32(k, n);
        SB_VECTORISE
        for (int64_t j = 0; j < n; ++j) dx[j] = real_canonical(k[j] - p[j] * t);
        return;
    }
    const real own = -(g * sb_class_weight(&job->loss, class)), t = n > 1 ? own + (real)0 : own;
    const real at_class = own - p[class] * t;
    SB_VECTORISE
    for (int64_t j = 0; j < n; ++j) dx[j] = real_canonical((real)0 - p[j] * t);
    dx[class] = real_canonical(at_class);
}

static void gradient_task(void *argument, int64_t task, int thread)
{
    const gradient_job *job = argument;
    const int64_t n = job->x.length, first = task * job->rows, left = job->x.count - first;
    const int64_t rows = left < job->rows ? left : job->rows;
    real *d = job->scratch + thread * 2 * job->block_reals, *e = d + job->block_reals;
    real s[SB_ROWS_OF_BLOCK];
    const real_rows x = view_rows(&job->x, first, rows, d);
    for (int64_t i = 0; i < rows; ++i) {
        const real *row = x.x + i * x.step;
        differences(row, largest(row, n), n, d + i * n);
    }
    sb_each_exp_f32(rows * n, d, e);
    sb_tree_sum_rows_f32(e, n, rows, n, s);
    sb_each_log_f32(rows, s, s);
    for (int64_t i = 0; i < rows; ++i) differences(d + i * n, s[i], n, d + i * n);
    sb_each_exp_f32(rows * n, d, e);
    for (int64_t i = 0; i < rows; ++i)
        place_gradient(job, first + i, e + i * n, d + i * n,
                       row_place(&job->dx, job->way, first + i, e + i * n));
    keep_rows(&job->dx, first, rows, e, job->way);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[1], *target = &inputs[2];
    const sb_array *weight = context->call->input_count == 4 ? &inputs[3] : NULL;
    gradient_job job = {.rows = 0};
    sb_status status = sb_class_loss_check(context, x, target);
    if (status == SB_OK)
        status = sb_shape_check(context, &outputs[0], x->rank, x->shape, "result");
    if (status == SB_OK)
        status = sb_smoothing_of(context, x->shape[1], &job.smoothing);
    if (status == SB_OK)
        status = sb_class_loss_of(context, target, weight, &inputs[0], x->shape[1], &job.loss);
    if (status != SB_OK)
        return status;
    job.gradient = sb_view_of(&inputs[0], 0, 0);
    job.x = sb_view_of(x, 1, 2);
    job.dx = sb_view_of(&outputs[0], 1, 2);
    job.way = way_of_rows(&job.dx);
    const int64_t n = job.x.length, places = job.x.count;
    job.rows = sb_block_rows(context, places, n);
    job.block_reals = sb_padded(job.rows * n);
    const int64_t tasks = (places + job.rows - 1) / job.rows;
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    const size_t shared = (size_t)(sb_padded(places) + sb_padded(n));
    const size_t reals = shared + threads * 2 * (size_t)job.block_reals;
    real *scratch = sb_scratch_take(reals * sizeof(real));
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "cross_entropy_gradient: no memory for places");
    job.divisor = job.loss.kept == SB_KEPT_MEAN ? sb_class_divisor(&job.loss, scratch) : 1;
    job.weights = elements_of(weight, n, 1, scratch + sb_padded(places));
    job.scratch = scratch + shared;
    sb_parallel(context, tasks, gradient_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_class_loss_supports(inputs, input_count, outputs, output_count, 2);
}

const sb_kernel sb_kernel_cross_entropy_gradient = {.op = "cross_entropy_gradient",
                                                    .supports = supports,
                                                    .run = run,
                                                    .parameters = sb_cross_entropy_parameters};
