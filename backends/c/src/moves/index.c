/* index.c - see index.h. The check reads every index once, in parallel. If there is a bad index, it
 * then searches for the first one, so that the message does not depend on the threads. */
#include "moves/index.h"

#include <stdatomic.h>

#include "moves/nest.h"

typedef struct check_job {
    sb_nest nest;
    const sb_array *index;
    int64_t run, stride, rows, rows_per_task;
    uint64_t limit;
    atomic_bool bad;
} check_job;

static bool run_is_bad(const char *p, const check_job *job)
{
    uint64_t bad = 0;
    if (job->index->format == SB_I32)
        for (int64_t i = 0; i < job->run; ++i)
            bad |= (uint64_t)sb_index_at(p + i * job->stride, SB_I32) >= job->limit;
    else
        for (int64_t i = 0; i < job->run; ++i)
            bad |= (uint64_t)sb_index_at(p + i * job->stride, SB_I64) >= job->limit;
    return bad != 0;
}

static void check_task(void *argument, int64_t task, int thread)
{
    check_job *job = argument;
    (void)thread;
    int64_t end = (task + 1) * job->rows_per_task;
    for (int64_t row = task * job->rows_per_task; row < end && row < job->rows; ++row) {
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&job->nest, row, offsets);
        if (run_is_bad((const char *)job->index->data + offsets[0], job))
            atomic_store_explicit(&job->bad, true, memory_order_relaxed);
    }
}

static sb_status report_first(sb_context *context, const check_job *job)
{
    int64_t offsets[SB_NEST_ARRAYS];
    for (int64_t row = 0; row < job->rows; ++row) {
        sb_nest_offsets(&job->nest, row, offsets);
        const char *p = (const char *)job->index->data + offsets[0];
        for (int64_t i = 0; i < job->run; ++i) {
            int64_t index = sb_index_at(p + i * job->stride, job->index->format);
            if ((uint64_t)index >= job->limit)
                return sb_fail(context, SB_INVALID,
                               "%s: index %lld at row-major position %lld is out of range for size "
                               "%lld",
                               context->call->op, (long long)index, (long long)(row * job->run + i),
                               (long long)job->limit);
        }
    }
    return SB_OK;
}

sb_status sb_index_check(sb_context *context, const sb_array *index, int64_t limit)
{
    check_job job = {.index = index, .limit = (uint64_t)limit};
    int64_t strides[SB_NEST_ARRAYS];
    if (sb_element_count(index) == 0)
        return SB_OK;
    for (int i = 0; i < index->rank; ++i)
        sb_nest_add(&job.nest, index->shape[i], index->strides[i], 0, 0, 0);
    sb_nest_cut_last(&job.nest);
    job.run = sb_nest_take_last(&job.nest, strides);
    job.stride = strides[0];
    job.rows = sb_nest_count(&job.nest);
    job.rows_per_task = sb_rows_per_task(job.run);
    atomic_init(&job.bad, false);
    sb_parallel(context, (job.rows + job.rows_per_task - 1) / job.rows_per_task, check_task, &job);
    return atomic_load(&job.bad) ? report_first(context, &job) : SB_OK;
}

sb_status sb_integer_of(sb_context *context, const char *name, int64_t otherwise, int64_t *value)
{
    const sb_attribute *given = sb_attribute_find(context, name);
    *value = otherwise;
    if (given == NULL)
        return SB_OK;
    if (given->count != 1)
        return sb_fail(context, SB_INVALID, "%s: the attribute %s must be one integer",
                       context->call->op, name);
    *value = given->values[0];
    return SB_OK;
}

sb_status sb_axis_of(sb_context *context, int rank, int64_t otherwise, int *axis)
{
    int64_t given;
    sb_status status = sb_integer_of(context, "axis", otherwise, &given);
    if (status != SB_OK)
        return status;
    if (given < -rank || given >= rank)
        return sb_fail(context, SB_INVALID, "%s: axis %lld is out of range for rank %d",
                       context->call->op, (long long)given, rank);
    *axis = (int)(given < 0 ? given + rank : given);
    return SB_OK;
}

sb_status sb_shape_check(sb_context *context, const sb_array *array, int rank, const int64_t *shape,
                         const char *what)
{
    bool fits = array->rank == rank;
    for (int i = 0; fits && i < rank; ++i) fits = array->shape[i] == shape[i];
    return fits ? SB_OK
                : sb_fail(context, SB_INVALID,
                          "%s: the shape of the %s does not follow from the call",
                          context->call->op, what);
}
