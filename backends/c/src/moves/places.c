/* places.c - see places.h.
 *
 * The places on an axis form runs: a constant step in the result corresponds to a constant step in
 * x. The last axis is copied run by run. The indices on the other axes are computed for each row.
 * Inner axes that are copied whole, and are dense in both arrays, are joined to the element as one
 * block.
 */
#include "moves/places.h"

#include "memory/scratch.h"
#include "moves/index.h"
#include "moves/nest.h"

enum { BLOCK = 1024 /* bytes up to which axes join the element: threads share rows */ };

typedef struct run {
    int64_t to, to_step, from, from_step, count;
} run;

typedef struct places_job {
    const sb_place_op *op;
    const sb_array *x, *y;
    int64_t numbers[SB_MAX_RANK][SB_PLACE_NUMBERS];
    int last;    /* the axis that is copied by runs; -1: everything is one block */
    size_t size; /* size of a block in bytes */
    const run *runs;
    int64_t run_count, rows, rows_per_task;
    bool zeros; /* some places on the last axis are +0 */
} places_job;

/* Return the run of an axis that begins at index `at` of the result, as the op's function `even`
 * gives it. */
static run even_run(const places_job *job, int axis, int64_t at)
{
    const sb_place_op *op = job->op;
    const int64_t size = job->x->shape[axis], n = job->y->shape[axis];
    const int64_t *numbers = job->numbers[axis], end = op->even(at, size, numbers);
    run r = {.to = at, .to_step = 1, .from = op->from(at, size, numbers)};
    r.count = (end < n ? end : n) - at;
    r.from_step = r.count > 1 ? op->from(at + 1, size, numbers) - r.from : 0;
    return r;
}

static int64_t find_even_runs(const places_job *job, int axis, run *runs)
{
    int64_t count = 0;
    for (int64_t at = 0; at < job->y->shape[axis]; ++count) {
        const run r = even_run(job, axis, at);
        if (runs != NULL)
            runs[count] = r;
        at += r.count;
    }
    return count;
}

/* Find the runs of an axis, and write them to `runs` unless it is NULL. Return their number. */
static int64_t find_runs(const places_job *job, int axis, run *runs, bool *zeros)
{
    const int64_t n = job->y->shape[axis];
    int64_t count = 0;
    run now = {.count = 0};
    if (job->op->even != NULL)
        return find_even_runs(job, axis, runs);
    for (int64_t at = 0; at < n; ++at) {
        const int64_t from = job->op->from(at, job->x->shape[axis], job->numbers[axis]);
        if (from < 0) {
            *zeros = true;
            continue;
        }
        if (now.count == 1) {
            now.to_step = at - now.to;
            now.from_step = from - now.from;
            now.count = 2;
        } else if (now.count > 1 && at == now.to + now.count * now.to_step &&
                   from == now.from + now.count * now.from_step) {
            ++now.count;
        } else {
            if (now.count > 0 && runs != NULL)
                runs[count] = now;
            count += now.count > 0;
            now = (run){.to = at, .from = from, .count = 1};
        }
    }
    if (now.count > 0 && runs != NULL)
        runs[count] = now;
    return count + (now.count > 0);
}

static void copy_blocks(char *out, int64_t out_stride, const char *in, int64_t in_stride,
                        size_t size, int64_t n)
{
    if (size <= 8 && (size & (size - 1)) == 0) {
        sb_copy_run(out, out_stride, in, in_stride, size, n);
        return;
    }
    for (int64_t i = 0; i < n; ++i) memcpy(out + i * out_stride, in + i * in_stride, size);
}

static void clear_blocks(char *out, int64_t stride, size_t size, int64_t n)
{
    if (stride == (int64_t)size)
        memset(out, 0, size * (size_t)n);
    else
        for (int64_t i = 0; i < n; ++i) memset(out + i * stride, 0, size);
}

static void place_row(const places_job *job, int64_t number)
{
    const sb_array *x = job->x, *y = job->y;
    char *out = y->data;
    const char *in = x->data;
    bool outside = false;
    for (int i = job->last - 1; i >= 0; --i) {
        const int64_t at = number % y->shape[i];
        const int64_t from = job->op->from(at, x->shape[i], job->numbers[i]);
        number /= y->shape[i];
        out += at * y->strides[i];
        in += (from < 0 ? 0 : from) * x->strides[i];
        outside |= from < 0;
    }
    if (job->last < 0) {
        memcpy(out, in, job->size);
        return;
    }
    const int64_t so = y->strides[job->last], sx = x->strides[job->last];
    if (outside || job->zeros)
        clear_blocks(out, so, job->size, y->shape[job->last]);
    for (int64_t i = 0; i < job->run_count && !outside; ++i) {
        const run *r = &job->runs[i];
        copy_blocks(out + r->to * so, r->to_step * so, in + r->from * sx, r->from_step * sx,
                    job->size, r->count);
    }
}

static void task(void *argument, int64_t number, int thread)
{
    const places_job *job = argument;
    (void)thread;
    const int64_t end = (number + 1) * job->rows_per_task;
    for (int64_t row = number * job->rows_per_task; row < end && row < job->rows; ++row)
        place_row(job, row);
}

/* Return whether an axis is copied whole and in order. */
static bool is_whole(const places_job *job, int axis)
{
    const int64_t n = job->x->shape[axis];
    if (job->y->shape[axis] != n)
        return false;
    if (job->op->even != NULL && n > 1) {
        const run r = even_run(job, axis, 0);
        return r.from == 0 && r.from_step == 1 && r.count == n;
    }
    for (int64_t at = 0; at < n; ++at)
        if (job->op->from(at, n, job->numbers[axis]) != at)
            return false;
    return true;
}

/* Join inner axes to the element while they are dense, whole and small. */
static void join_axes(places_job *job)
{
    const sb_array *x = job->x, *y = job->y;
    job->last = x->rank - 1;
    job->size = sb_format_size(x->format);
    while (job->last >= 0) {
        const int axis = job->last;
        const int64_t size = (int64_t)job->size;
        if (x->strides[axis] != size || y->strides[axis] != size ||
            size > BLOCK / (x->shape[axis] > 0 ? x->shape[axis] : 1) || !is_whole(job, axis))
            return;
        job->size *= (size_t)x->shape[axis];
        --job->last;
    }
}

/* Read an attribute with one integer per axis, as parameter `place` of each axis. */
static sb_status read_numbers(sb_context *context, places_job *job, const char *name, int place,
                              const int64_t *axes, int64_t count)
{
    const sb_attribute *given = sb_attribute_find(context, name);
    if ((given == NULL ? 0 : (int64_t)given->count) != count)
        return sb_fail(context, SB_INVALID, "%s: %s must be %lld integers, one for each axis",
                       context->call->op, name, (long long)count);
    for (int64_t i = 0; i < count; ++i) job->numbers[axes[i]][place] = given->values[i];
    return SB_OK;
}

/* Read the axes that the call names, each counted from 0, or all axes if there is no such
 * attribute. */
static sb_status read_axes(sb_context *context, int rank, int64_t *axes, int64_t *count)
{
    const sb_attribute *given = sb_attribute_find(context, "axes");
    bool seen[SB_MAX_RANK] = {false};
    *count = given == NULL ? rank : (int64_t)given->count;
    for (int64_t i = 0; i < *count; ++i) {
        const int64_t axis = given == NULL ? i : given->values[i];
        if (axis < -rank || axis >= rank)
            return sb_fail(context, SB_INVALID, "%s: axis %lld is out of range for rank %d",
                           context->call->op, (long long)axis, rank);
        const int64_t from_zero = axis < 0 ? axis + rank : axis;
        if (seen[from_zero])
            return sb_fail(context, SB_INVALID, "%s: axis %lld is named twice", context->call->op,
                           (long long)axis);
        seen[from_zero] = true;
        axes[i] = from_zero;
    }
    return SB_OK;
}

static sb_status read_call(sb_context *context, places_job *job, int64_t *shape)
{
    const int rank = job->x->rank;
    int64_t axes[SB_MAX_RANK] = {0}, all[SB_MAX_RANK], count = 0;
    int place = 0;
    for (int i = 0; i < rank; ++i) all[i] = i;
    sb_status status = job->op->has_axes ? read_axes(context, rank, axes, &count) : SB_OK;
    for (; status == SB_OK && job->op->by_axes[place] != NULL; ++place)
        status = read_numbers(context, job, job->op->by_axes[place], place, axes, count);
    if (status == SB_OK && job->op->by_rank != NULL)
        status = read_numbers(context, job, job->op->by_rank, place++, all, rank);
    if (status != SB_OK)
        return status;
    for (int64_t i = 0; i < count; ++i) job->numbers[axes[i]][place] = 1;
    for (int i = 0; i < rank; ++i) {
        shape[i] = job->op->length(job->x->shape[i], job->numbers[i]);
        if (shape[i] < 0)
            return sb_fail(context, SB_INVALID,
                           "%s: the attributes do not fit axis %d, of size %lld", context->call->op,
                           i, (long long)job->x->shape[i]);
    }
    return sb_shape_check(context, job->y, rank, shape, "result");
}

bool sb_places_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count)
{
    return input_count == 1 && output_count == 1 && inputs[0] == outputs[0];
}

sb_status sb_places_run(sb_context *context, const sb_place_op *op, const sb_array *inputs,
                        const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *y = &outputs[0];
    places_job job = {.op = op, .x = x, .y = y, .rows = 1};
    int64_t shape[SB_MAX_RANK];
    const sb_status status = read_call(context, &job, shape);
    if (status != SB_OK || sb_element_count(y) == 0)
        return status;
    join_axes(&job);
    run *runs = NULL;
    if (job.last >= 0) {
        job.run_count = find_runs(&job, job.last, NULL, &job.zeros);
        runs = sb_scratch_take((size_t)(job.run_count + 1) * sizeof *runs);
        if (runs == NULL)
            return sb_fail(context, SB_NO_MEMORY, "%s: no memory for %lld runs", context->call->op,
                           (long long)job.run_count);
        find_runs(&job, job.last, runs, &job.zeros);
        job.runs = runs;
    }
    for (int i = 0; i < job.last; ++i) job.rows *= y->shape[i];
    const int64_t bytes = (job.last < 0 ? 1 : y->shape[job.last]) * (int64_t)job.size;
    job.rows_per_task = sb_rows_per_task(bytes / (int64_t)sb_format_size(x->format));
    sb_parallel(context, (job.rows + job.rows_per_task - 1) / job.rows_per_task, task, &job);
    if (runs != NULL)
        sb_scratch_give(runs);
    return SB_OK;
}
