/* search.c - the op searchsorted (clause S3.9), by binary search in sorted keys.
 *
 * The result is the number of boundaries that are before a value, for boundaries in any order. One
 * pass determines whether a row ascends or descends. Other rows are sorted as integer keys
 * (radix.h), so that S boundaries and V values take S + V log S steps for any order. NaN boundaries
 * count as before every value, and all boundaries are before a NaN.
 */
#include "order/search.h"

#include <string.h>

#include "memory/scratch.h"
#include "moves/index.h"
#include "moves/nest.h"
#include "order/keys.h"
#include "order/radix.h"
#include "scalar/names.h"

enum {
    BLOCK = 512,    /* values whose keys are computed together */
    TOGETHER = 16,  /* searches that run in parallel */
    STRETCH = 256,  /* keys compared between two checks whether the test for an order may stop */
    PART = 1 << 13, /* values per task if threads share a row */
    LONG_ROW = 1 << 15
};

/* A row of sorted keys. The first `numbers` keys are not NaN. */
typedef struct ordered {
    const void *keys;
    int64_t numbers;
} ordered;

typedef struct search_job {
    const sb_array *boundaries, *values, *places;
    sb_nest nest; /* rows; arrays: 0 boundaries, 1 values, 2 places */
    int64_t n, count, rows;
    int64_t boundary_step, value_step, place_step;
    int32_t format;
    int key_bits;
    bool right, has_nan;
    size_t buffer_size, part_size;
    char *scratch;
    sb_context *context; /* set if threads share a row; else NULL */
    int chunks;
} search_job;

/* One row, shared by all tasks that search its values. */
typedef struct shared_row {
    const search_job *job;
    const char *values;
    char *places;
    ordered row;
} shared_row;

#define KEY uint32_t
#define WIDTH 32
#include "order/search_template.h"

#define KEY uint64_t
#define WIDTH 64
#include "order/search_template.h"

/* Return the keys of the boundaries at `in`, sorted in the scratch memory of a thread. */
static ordered order_row(const search_job *job, const char *in, int thread)
{
    char *part = job->scratch + (size_t)thread * job->part_size;
    char *counts = part + 2 * job->buffer_size;
    const sb_radix radix = {job->context, job->chunks, (int64_t *)(void *)counts};
    ordered row;
    if (job->key_bits <= 32)
        order_row_u32(job, &radix, in, part, part + job->buffer_size, &row);
    else
        order_row_u64(job, &radix, in, part, part + job->buffer_size, &row);
    return row;
}

/* Search for values first .. end - 1 of a row. */
static void search_part(const search_job *job, const ordered *row, const char *values, char *places,
                        int64_t first, int64_t end)
{
    int64_t found[BLOCK];
    for (; first < end; first += BLOCK) {
        const int64_t count = end - first < BLOCK ? end - first : BLOCK;
        const char *in = values + first * job->value_step;
        if (job->key_bits <= 32)
            search_block_u32(job, row, in, count, found);
        else
            search_block_u64(job, row, in, count, found);
        sb_copy_run(places + first * job->place_step, job->place_step, (const char *)found,
                    sizeof *found, sizeof *found, count);
    }
}

static void row_task(void *argument, int64_t number, int thread)
{
    const search_job *job = argument;
    int64_t offsets[SB_NEST_ARRAYS];
    sb_nest_offsets(&job->nest, number, offsets);
    const ordered row = order_row(job, (const char *)job->boundaries->data + offsets[0], thread);
    search_part(job, &row, (const char *)job->values->data + offsets[1],
                (char *)job->places->data + offsets[2], 0, job->count);
}

static void part_task(void *argument, int64_t number, int thread)
{
    const shared_row *shared = argument;
    const int64_t first = number * PART, end = first + PART, count = shared->job->count;
    (void)thread;
    search_part(shared->job, &shared->row, shared->values, shared->places, first,
                end < count ? end : count);
}

/* Process the rows one after the other. All threads share each row. */
static void search_shared(sb_context *context, const search_job *job)
{
    for (int64_t number = 0; number < job->rows; ++number) {
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&job->nest, number, offsets);
        shared_row shared = {
            .job = job,
            .values = (const char *)job->values->data + offsets[1],
            .places = (char *)job->places->data + offsets[2],
            .row = order_row(job, (const char *)job->boundaries->data + offsets[0], 0)};
        sb_parallel(context, (job->count + PART - 1) / PART, part_task, &shared);
    }
}

static bool is_float(int32_t format) { return format <= SB_F8E5M2; }

sb_status sb_search_run(sb_context *context, const sb_array *boundaries, const sb_array *values,
                        const sb_array *places, bool right)
{
    const int last = boundaries->rank - 1;
    if (last < 0 || values->rank != boundaries->rank)
        return sb_fail(context, SB_INVALID,
                       "%s: boundaries have rank %d and values rank %d; give both the same axes, "
                       "at least one",
                       context->call->op, boundaries->rank, values->rank);
    for (int i = 0; i < last; ++i)
        if (boundaries->shape[i] != values->shape[i])
            return sb_fail(
                context, SB_INVALID, "%s: axis %d has size %lld in boundaries and %lld in values",
                context->call->op, i, (long long)boundaries->shape[i], (long long)values->shape[i]);
    const sb_status status = sb_shape_check(context, places, values->rank, values->shape, "result");
    if (status != SB_OK || sb_element_count(places) == 0)
        return status;
    search_job job = {.boundaries = boundaries,
                      .values = values,
                      .places = places,
                      .n = boundaries->shape[last],
                      .count = values->shape[last],
                      .boundary_step = boundaries->strides[last],
                      .value_step = values->strides[last],
                      .place_step = places->strides[last],
                      .format = boundaries->format,
                      .key_bits = sb_key_bits(boundaries->format),
                      .right = right,
                      .has_nan = is_float(boundaries->format)};
    for (int i = 0; i < last; ++i)
        sb_nest_add(&job.nest, values->shape[i], boundaries->strides[i], values->strides[i],
                    places->strides[i], 0);
    job.rows = sb_nest_count(&job.nest);
    const bool is_shared = job.rows < context->threads && job.n + job.count >= LONG_ROW;
    job.chunks = !is_shared                         ? 1
                 : context->threads < SB_MAX_CHUNKS ? context->threads
                                                    : SB_MAX_CHUNKS;
    job.context = is_shared ? context : NULL;
    const size_t key_size = job.key_bits <= 32 ? sizeof(uint32_t) : sizeof(uint64_t);
    job.buffer_size = sb_scratch_rounded((size_t)job.n * key_size);
    job.part_size =
        2 * job.buffer_size + sb_scratch_rounded((size_t)job.chunks * SB_DIGITS * sizeof(int64_t));
    job.scratch = sb_scratch_take((is_shared ? 1 : sb_scratch_parts(context->threads, job.rows)) *
                                  job.part_size);
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for the keys of %lld boundaries",
                       context->call->op, (long long)job.n);
    if (is_shared)
        search_shared(context, &job);
    else
        sb_parallel(context, job.rows, row_task, &job);
    sb_scratch_give(job.scratch);
    return SB_OK;
}
