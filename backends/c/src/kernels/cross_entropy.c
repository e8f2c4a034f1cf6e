/* cross_entropy.c - cross entropy of logits and classes, slice by slice (clauses R4, S1, T8,
 * G7.13).
 *
 * It computes the nodes of the graph, each rounded to binary32. They include the nodes of
 * log_softmax (kernels/log_softmax.c). Of its values, only the one for the class at each position
 * is needed, and with smoothing also their sum.
 */
#include "simd/vector_f32.h"

#include "fused/class_loss.h"
#include "fused/functions.h"
#include "fused/row_steps.h"
#include "fused/smoothing.h"
#include "memory/scratch.h"
#include "reduce/tree.h"
#include "simd/rows.h"
#include "fused/view_rows.h"

typedef struct cross_entropy_job {
    sb_class_loss loss;
    sb_smoothing smoothing;
    sb_view x;
    int64_t rows, thread_reals;
    const real *weights;
    real *terms, *scratch; /* terms: weights of classes, if smoothing needs all of them */
} cross_entropy_job;

/* Return u of G7.13, from d and the logarithm of the sum. d is overwritten. */
static real all_logarithms(const cross_entropy_job *job, real *d, real logarithm)
{
    const int64_t n = job->x.length;
    const real *w = job->weights;
    SB_VECTORISE
    for (int64_t j = 0; j < n; ++j) d[j] = (d[j] - logarithm) * w[j];
    return -sb_tree_sum_f32(d, n);
}

static void cross_entropy_task(void *argument, int64_t task, int thread)
{
    const cross_entropy_job *job = argument;
    const int64_t n = job->x.length, first = task * job->rows, left = job->x.count - first;
    const int64_t rows = left < job->rows ? left : job->rows;
    real *d = job->scratch + thread * job->thread_reals, *e = d + sb_padded(job->rows * n);
    real s[SB_ROWS_OF_BLOCK];
    const real_rows x = view_rows(&job->x, first, rows, d);
    for (int64_t i = 0; i < rows; ++i) {
        const real *row = x.x + i * x.step;
        differences(row, largest(row, n), n, d + i * n);
    }
    sb_each_exp_f32(rows * n, d, e);
    sb_tree_sum_rows_f32(e, n, rows, n, s);
    sb_each_log_f32(rows, s, s);
    for (int64_t i = 0; i < rows; ++i) {
        const int64_t class = sb_class_at(&job->loss, first + i);
        if (class < 0)
            continue;
        real term = -(d[i * n + class] - s[i]) * sb_class_weight(&job->loss, class);
        if (job->smoothing.on)
            term = term * job->smoothing.kept +
                   all_logarithms(job, d + i * n, s[i]) * job->smoothing.spread;
        job->terms[first + i] = term;
    }
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *target = &inputs[1];
    const sb_array *weight = context->call->input_count == 3 ? &inputs[2] : NULL;
    cross_entropy_job job = {.rows = 0};
    sb_status status = sb_class_loss_check(context, x, target);
    if (status == SB_OK)
        status = sb_smoothing_of(context, x->shape[1], &job.smoothing);
    if (status == SB_OK)
        status = sb_class_loss_of(context, target, weight, &outputs[0], x->shape[1], &job.loss);
    if (status != SB_OK)
        return status;
    job.x = sb_view_of(x, 1, 2);
    const int64_t n = job.x.length, places = job.x.count;
    job.rows = sb_block_rows(context, places, n);
    job.thread_reals = 2 * sb_padded(job.rows * n);
    const int64_t tasks = (places + job.rows - 1) / job.rows;
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    const size_t shared = (size_t)(2 * sb_padded(places) + sb_padded(n));
    real *scratch = sb_scratch_take((threads * (size_t)job.thread_reals + shared) * sizeof(real));
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "cross_entropy: no memory for places");
    job.terms = scratch;
    job.weights = elements_of(weight, n, 1, scratch + 2 * sb_padded(places));
    job.scratch = scratch + shared;
    sb_parallel(context, tasks, cross_entropy_task, &job);
    sb_class_loss_keep(&job.loss, job.terms, job.terms + sb_padded(places), &outputs[0]);
    sb_scratch_give(scratch);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_class_loss_supports(inputs, input_count, outputs, output_count, 1);
}

const sb_kernel sb_kernel_cross_entropy = {.op = "cross_entropy",
                                           .supports = supports,
                                           .run = run,
                                           .parameters = sb_cross_entropy_parameters};
