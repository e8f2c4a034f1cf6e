/* chosen.c - the gradient of a max pool. Each element gets the sum T1 of the gradients whose index
 * selects it (clause G10.4).
 *
 * T1 of up to three numbers adds them one after the other. So the gradients of a plane are added in
 * their order, and counted. Only for elements with more than three gradients, the sum is computed
 * again from a list of its gradients.
 */
#include "simd/vector_f32.h"

#include <stdatomic.h>

#include "memory/scratch.h"
#include "pools/pool.h"
#include "pools/windows.h"
#include "reduce/tree.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

enum { IN_ORDER = 3 };

const sb_parameter sb_max_pool_gradient_parameters[] = {{"input_size", SB_INTEGERS, 0.0},
                                                        {NULL, 0, 0.0}};

typedef struct chosen_job {
    const sb_array *gradient, *indices, *output;
    int64_t channels, planes;
    int64_t rows, columns; /* size of a plane of the gradient */
    int64_t height, width; /* size of a plane of the result */
    _Atomic int outside;   /* set if an index does not name an element */
    char *scratch;
    size_t scratch_size, sums_size, sources_size;
} chosen_job;

/* The work space of a plane: arrays over elements of the result, and over elements of the gradient.
 */
typedef struct chosen_plane {
    float *sums, *gradients, *list;
    int64_t *heads, *indices, *next, *counts;
} chosen_plane;

static chosen_plane plane_of(const chosen_job *job, int thread)
{
    char *place = job->scratch + (size_t)thread * job->scratch_size;
    chosen_plane plane = {.heads = (int64_t *)(void *)place};
    plane.indices = (int64_t *)(void *)(place + job->sums_size);
    plane.next = (int64_t *)(void *)(place + job->sums_size + job->sources_size);
    place += job->sums_size + 2 * job->sources_size;
    plane.sums = (float *)(void *)place;
    plane.counts = (int64_t *)(void *)(place + job->sums_size);
    plane.gradients = (float *)(void *)(place + 2 * job->sums_size);
    plane.list = (float *)(void *)(place + 2 * job->sums_size + job->sources_size);
    return plane;
}

static void read_indices(const chosen_job *job, int64_t number, int64_t *to)
{
    const char *from = sb_pool_plane(job->indices, number / job->channels, number % job->channels);
    const int64_t step = sb_pool_stride(job->indices, 1);
    for (int64_t h = 0; h < job->rows; ++h, from += sb_pool_stride(job->indices, 0))
        for (int64_t w = 0; w < job->columns; ++w)
            memcpy(to + h * job->columns + w, from + w * step, sizeof *to);
}

static void check_task(void *argument, int64_t number, int thread)
{
    chosen_job *job = argument;
    const chosen_plane plane = plane_of(job, thread);
    const uint64_t limit = (uint64_t)(job->height * job->width);
    int outside = 0;
    read_indices(job, number, plane.indices);
    for (int64_t i = 0; i < job->rows * job->columns; ++i)
        outside |= (uint64_t)plane.indices[i] >= limit;
    if (outside)
        atomic_store_explicit(&job->outside, 1, memory_order_relaxed);
}

/* Compute the sums of elements with more than IN_ORDER gradients again. */
static void add_lists(const chosen_job *job, const chosen_plane *plane)
{
    const int64_t elements = job->height * job->width;
    for (int64_t i = 0; i < elements; ++i) plane->heads[i] = -1;
    for (int64_t i = job->rows * job->columns - 1; i >= 0; --i) {
        plane->next[i] = plane->heads[plane->indices[i]];
        plane->heads[plane->indices[i]] = i;
    }
    for (int64_t e = 0; e < elements; ++e) {
        if (plane->counts[e] <= IN_ORDER)
            continue;
        int64_t n = 0;
        for (int64_t i = plane->heads[e]; i >= 0; i = plane->next[i])
            plane->list[n++] = plane->gradients[i];
        plane->sums[e] = sb_tree_sum_f32(plane->list, n);
    }
}

static void plane_task(void *argument, int64_t number, int thread)
{
    const chosen_job *job = argument;
    const chosen_plane plane = plane_of(job, thread);
    const int64_t elements = job->height * job->width;
    const int64_t sample = number / job->channels, channel = number % job->channels;
    const char *from = sb_pool_plane(job->gradient, sample, channel);
    char *to = sb_pool_plane(job->output, sample, channel);
    read_indices(job, number, plane.indices);
    for (int64_t h = 0; h < job->rows; ++h)
        load_row(from + h * sb_pool_stride(job->gradient, 0), sb_pool_stride(job->gradient, 1),
                 job->gradient->format, job->columns, plane.gradients + h * job->columns);
    for (int64_t e = 0; e < elements; ++e) plane.sums[e] = -0.0f; /* the identity of addition */
    memset(plane.counts, 0, (size_t)elements * sizeof *plane.counts);
    int64_t most = 0;
    for (int64_t i = 0; i < job->rows * job->columns; ++i) {
        const int64_t e = plane.indices[i];
        plane.sums[e] += plane.gradients[i];
        most = ++plane.counts[e] > most ? plane.counts[e] : most;
    }
    if (most > IN_ORDER)
        add_lists(job, &plane);
    for (int64_t e = 0; e < elements; ++e)
        plane.sums[e] = plane.counts[e] == 0 ? 0.0f : plane.sums[e];
    for (int64_t h = 0; h < job->height; ++h)
        store_row(plane.sums + h * job->width, job->width, to + h * sb_pool_stride(job->output, 0),
                  sb_pool_stride(job->output, 1), job->output->format);
}

/* Return whether the arrays have the shapes of G10.4. */
static bool fits(const sb_array *inputs, const sb_array *output, const sb_attribute *size, int rank)
{
    const sb_array *gradient = &inputs[0], *indices = &inputs[1];
    if (gradient->rank != rank + 2 || indices->rank != rank + 2 || output->rank != rank + 2 ||
        size == NULL || size->count != rank)
        return false;
    for (int i = 0; i < rank + 2; ++i)
        if (indices->shape[i] != gradient->shape[i] ||
            output->shape[i] != (i < 2 ? gradient->shape[i] : size->values[i - 2]))
            return false;
    return true;
}

sb_status sb_max_pool_gradient_run(sb_context *context, const sb_array *inputs,
                                   const sb_array *outputs)
{
    const char *op = context->call->op;
    const int rank = op[8] - '0'; /* the digit in max_pool1d_gradient or max_pool2d_gradient */
    if (!fits(inputs, outputs, sb_attribute_find(context, "input_size"), rank))
        return sb_fail(context, SB_INVALID, "%s: the shapes of operands and result do not fit", op);
    chosen_job job = {.gradient = &inputs[0],
                      .indices = &inputs[1],
                      .output = outputs,
                      .channels = outputs->shape[1],
                      .planes = outputs->shape[0] * outputs->shape[1],
                      .rows = rank == 2 ? inputs->shape[2] : 1,
                      .columns = inputs->shape[rank + 1],
                      .height = rank == 2 ? outputs->shape[2] : 1,
                      .width = outputs->shape[rank + 1]};
    const size_t elements = (size_t)(job.height * job.width);
    const size_t places = (size_t)(job.rows * job.columns);
    job.sums_size = sb_scratch_rounded(elements * sizeof(int64_t));
    job.sources_size = sb_scratch_rounded(places * sizeof(int64_t));
    job.scratch_size = 3 * job.sums_size + 4 * job.sources_size;
    job.scratch =
        sb_scratch_take(sb_scratch_parts(context->threads, job.planes) * job.scratch_size);
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a plane", op);
    char *scratch = job.scratch;
    sb_parallel(context, job.planes, check_task, &job);
    const bool outside = atomic_load(&job.outside) != 0;
    if (!outside)
        sb_parallel(context, job.planes, plane_task, &job);
    sb_scratch_give(scratch);
    if (outside)
        return sb_fail(context, SB_INVALID, "%s: an index is outside of the input_size", op);
    return SB_OK;
}

bool sb_max_pool_gradient_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                                   int output_count)
{
    return input_count == 2 && output_count == 1 && inputs[1] == SB_I64 &&
           outputs[0] == inputs[0] &&
           (inputs[0] == SB_F32 || inputs[0] == SB_F16 || inputs[0] == SB_BF16);
}
