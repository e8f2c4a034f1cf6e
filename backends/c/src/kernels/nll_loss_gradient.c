/* nll_loss_gradient.c - the op nll_loss_gradient (clauses R4, S1, T8, G7.12). */
#include "simd/vector_f32.h"

#include "fused/class_loss.h"
#include "memory/scratch.h"
#include "moves/index.h"
#include "simd/rows.h"
#include "fused/view_rows.h"

typedef struct nll_gradient_job {
    sb_class_loss loss;
    sb_view gradient, dx;
    row_way way;
    real divisor;
    int64_t rows;
    real *scratch;
} nll_gradient_job;

static void nll_gradient_task(void *argument, int64_t task, int thread)
{
    const nll_gradient_job *job = argument;
    const int64_t n = job->dx.length, first = task * job->rows, left = job->dx.count - first;
    const int64_t rows = left < job->rows ? left : job->rows;
    real *made = job->scratch + thread * sb_padded(job->rows * n);
    for (int64_t i = 0; i < rows; ++i) {
        const int64_t class = sb_class_at(&job->loss, first + i);
        real *y = row_place(&job->dx, job->way, first + i, made + i * n);
        memset(y, 0, (size_t)n * sizeof(real));
        if (class < 0)
            continue;
        const real g = sb_class_share(&job->loss, &job->gradient, first + i, job->divisor);
        y[class] = real_canonical(-(g * sb_class_weight(&job->loss, class)));
    }
    keep_rows(&job->dx, first, rows, made, job->way);
}

static sb_status result_check(sb_context *context, const sb_array *target, int64_t classes,
                              const sb_array *result)
{
    int64_t shape[SB_MAX_RANK];
    if (target->rank == 0 || target->rank >= SB_MAX_RANK)
        return sb_fail(context, SB_INVALID, "nll_loss_gradient: target must be [N, *S]");
    if (classes < 1)
        return sb_fail(context, SB_INVALID, "nll_loss_gradient: there must be a class at least");
    shape[0] = target->shape[0];
    shape[1] = classes;
    for (int i = 1; i < target->rank; ++i) shape[i + 1] = target->shape[i];
    return sb_shape_check(context, result, target->rank + 1, shape, "result");
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *target = &inputs[1];
    const sb_array *weight = context->call->input_count == 3 ? &inputs[2] : NULL;
    int64_t classes;
    nll_gradient_job job;
    sb_status status = sb_integer_of(context, "classes", 0, &classes);
    if (status == SB_OK)
        status = result_check(context, target, classes, &outputs[0]);
    if (status == SB_OK)
        status = sb_class_loss_of(context, target, weight, &inputs[0], classes, &job.loss);
    if (status != SB_OK)
        return status;
    job.gradient = sb_view_of(&inputs[0], 0, 0);
    job.dx = sb_view_of(&outputs[0], 1, 2);
    job.way = way_of_rows(&job.dx);
    job.rows = sb_block_rows(context, job.dx.count, classes);
    const int64_t tasks = (job.dx.count + job.rows - 1) / job.rows;
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    const size_t made = threads * (size_t)sb_padded(job.rows * classes);
    real *scratch = sb_scratch_take((made + (size_t)job.dx.count) * sizeof(real));
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "nll_loss_gradient: no memory for places");
    job.divisor = job.loss.kept == SB_KEPT_MEAN ? sb_class_divisor(&job.loss, scratch + made) : 1;
    job.scratch = scratch;
    sb_parallel(context, tasks, nll_gradient_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_class_loss_supports(inputs, input_count, outputs, output_count, 1);
}

static const sb_parameter attributes[] = {{"classes", SB_INTEGERS, 0.0},
                                          {"ignore_index", SB_INTEGERS, 0.0},
                                          {"reduction", SB_WORD, 0.0},
                                          {NULL, 0, 0.0}};

const sb_kernel sb_kernel_nll_loss_gradient = {
    .op = "nll_loss_gradient", .supports = supports, .run = run, .parameters = attributes};
