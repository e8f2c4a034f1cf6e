/* scatter.c - see scatter.h. If there is only one line, all threads sort and add it together.
 * Several lines are distributed among the threads. */
#include "scatter/scatter.h"

#include "memory/scratch.h"
#include "moves/index.h"
#include "scatter/base.h"
#include "scatter/groups.h"
#include "scatter/streams.h"

typedef struct scatter_job {
    const sb_scatter *scatter;
    void (*add)(const sb_groups *groups, void *scratch);
    sb_nest rows;                         /* the carried axes, except the last */
    int64_t run, strides[SB_NEST_ARRAYS]; /* the last carried axis */
    int64_t positions, lines, row_count, strips;
    int64_t range, ranges; /* items per task, if threads share one line */
    int bits;              /* bits of an index */
    bool wide;
    int chunks;
    char *sorting, *adding; /* scratch memory of each sort, and of each thread */
    size_t sorting_size, adding_size;
    sb_sorted sorted; /* the items, if there is only one line */
} scatter_job;

static size_t items_size(const scatter_job *job)
{
    return sb_scratch_rounded((size_t)job->positions *
                              (job->wide ? sizeof(sb_keyed) : sizeof(uint64_t)));
}

/* Write an item for every index of a line except the skipped index. Return the number of items. */
static int64_t read_items(const scatter_job *job, const char *index, void *items)
{
    const sb_scatter *scatter = job->scatter;
    const sb_nest *nest = &scatter->positions;
    const int32_t format = scatter->index->format;
    uint64_t *narrow = items;
    sb_keyed *keyed = items;
    int64_t count = 0;
    for (int64_t i = 0; i < job->positions; ++i) {
        int64_t offsets[SB_NEST_ARRAYS], offset = i * nest->stride[SB_INDEX][0];
        if (nest->rank > 1) {
            sb_nest_offsets(nest, i, offsets);
            offset = offsets[SB_INDEX];
        }
        const int64_t goal = sb_index_at(index + offset, format);
        if (job->wide)
            keyed[count] = (sb_keyed){(uint64_t)goal, (uint64_t)i};
        else
            narrow[count] = (uint64_t)goal << 32 | (uint64_t)i;
        count += goal != scatter->skipped;
    }
    return count;
}

/* Sort the items of a line, using the scratch memory of one sort. */
static sb_sorted sort_line(const scatter_job *job, const char *index, char *scratch,
                           sb_context *context)
{
    const size_t size = items_size(job);
    void *items = scratch, *spare = scratch + size;
    int64_t *counts = (int64_t *)(void *)(scratch + 2 * size);
    const sb_radix radix = {context, job->chunks, counts};
    const int64_t count = read_items(job, index, items);
    sb_sorted sorted = {.count = count, .wide = job->wide};
    if (job->wide)
        sorted.items = sb_radix_keyed(&radix, items, spare, count, 0, job->bits);
    else
        sorted.items = sb_radix_u64(&radix, items, spare, count, 32, job->bits);
    return sorted;
}

/* Add the groups that start in a range of the items, for a strip of one carried row. */
static void add_range(const scatter_job *job, const sb_sorted *sorted, const int64_t *line,
                      int64_t begin, int64_t end, int64_t row, int64_t strip, int thread)
{
    const sb_scatter *scatter = job->scatter;
    int64_t offsets[SB_NEST_ARRAYS];
    sb_nest_offsets(&job->rows, row, offsets);
    for (int i = 0; i < SB_NEST_ARRAYS; ++i)
        offsets[i] += line[i] + strip * SB_STRIP * job->strides[i];
    const int64_t left = job->run - strip * SB_STRIP;
    sb_groups groups = {.scatter = scatter,
                        .sorted = sorted,
                        .begin = begin,
                        .end = end,
                        .updates = (const char *)scatter->updates->data + offsets[SB_UPDATES],
                        .result = (char *)scatter->result->data + offsets[SB_RESULT],
                        .width = left < SB_STRIP ? left : SB_STRIP};
    if (scatter->prior != NULL)
        groups.prior = (const char *)scatter->prior->data + offsets[SB_PRIOR];
    memcpy(groups.strides, job->strides, sizeof groups.strides);
    job->add(&groups, job->adding + (size_t)thread * job->adding_size);
}

/* Process one line in one task. */
static void line_task(void *argument, int64_t number, int thread)
{
    const scatter_job *job = argument;
    int64_t line[SB_NEST_ARRAYS];
    sb_nest_offsets(&job->scatter->lines, number, line);
    const sb_sorted sorted =
        sort_line(job, (const char *)job->scatter->index->data + line[SB_INDEX],
                  job->sorting + (size_t)thread * job->sorting_size, NULL);
    for (int64_t row = 0; row < job->row_count; ++row)
        for (int64_t strip = 0; strip < job->strips; ++strip)
            add_range(job, &sorted, line, 0, sorted.count, row, strip, thread);
}

/* Process a part of the only line. */
static void range_task(void *argument, int64_t number, int thread)
{
    const scatter_job *job = argument;
    const int64_t line[SB_NEST_ARRAYS] = {0}, strip = number % job->strips;
    number /= job->strips;
    const int64_t row = number % job->row_count, begin = number / job->row_count * job->range;
    int64_t end = begin + job->range;
    end = end < job->sorted.count ? end : job->sorted.count;
    add_range(job, &job->sorted, line, begin, end, row, strip, thread);
}

static void choose_format(scatter_job *job)
{
    switch (job->scatter->result->format) {
    case SB_F64:
        job->add = sb_groups_add_f64;
        job->adding_size = sb_groups_scratch_f64(job->positions);
        break;
    case SB_F32:
    case SB_F16:
    case SB_BF16:
    case SB_F8E4M3FN:
    case SB_F8E5M2:
        job->add = sb_groups_add_f32;
        job->adding_size = sb_groups_scratch_f32(job->positions);
        break;
    default:
        job->add = sb_groups_add_integer;
        job->adding_size = sb_groups_scratch_integer(job->positions);
    }
}

static void run_one_line(sb_context *context, scatter_job *job)
{
    job->sorted = sort_line(job, job->scatter->index->data, job->sorting, context);
    if (job->sorted.count == 0)
        return;
    job->range = sb_rows_per_task(job->run < SB_STRIP ? job->run : SB_STRIP);
    job->ranges = (job->sorted.count + job->range - 1) / job->range;
    sb_parallel(context, job->ranges * job->row_count * job->strips, range_task, job);
}

static sb_status add_all(sb_context *context, const sb_scatter *scatter)
{
    scatter_job job = {.scatter = scatter,
                       .rows = scatter->carried,
                       .positions = sb_nest_count(&scatter->positions),
                       .lines = sb_nest_count(&scatter->lines),
                       .chunks = 1};
    job.run = sb_nest_take_last(&job.rows, job.strides);
    job.row_count = sb_nest_count(&job.rows);
    job.strips = (job.run + SB_STRIP - 1) / SB_STRIP;
    if (job.positions == 0 || job.lines == 0 || job.row_count == 0 || job.run == 0)
        return SB_OK;
    if (sb_streams_add(context, scatter))
        return SB_OK;
    job.bits = scatter->limit > 1 ? 64 - __builtin_clzll((uint64_t)scatter->limit - 1) : 1;
    job.wide = job.bits > 32 || job.positions > (int64_t)UINT32_MAX;
    choose_format(&job);
    if (job.lines == 1)
        job.chunks = context->threads < SB_MAX_CHUNKS ? context->threads : SB_MAX_CHUNKS;
    job.sorting_size =
        2 * items_size(&job) + sb_scratch_rounded((size_t)job.chunks * SB_DIGITS * sizeof(int64_t));
    size_t adders = (size_t)context->threads;
    size_t sorters = job.lines == 1 ? 1 : sb_scratch_parts(context->threads, job.lines);
    char *scratch = sb_scratch_take(sorters * job.sorting_size + adders * job.adding_size);
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory to sort %lld indices",
                       context->call->op, (long long)job.positions);
    job.sorting = scratch;
    job.adding = scratch + sorters * job.sorting_size;
    if (job.lines == 1)
        run_one_line(context, &job);
    else
        sb_parallel(context, job.lines, line_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}

void sb_scatter_keep(sb_scatter *scatter, int64_t size, int64_t updates, int64_t index,
                     int64_t result, int64_t prior)
{
    sb_nest *nest = index == 0 ? &scatter->carried : &scatter->lines;
    sb_nest_add(nest, size, updates, index, result, prior);
}

sb_status sb_scatter_run(sb_context *context, sb_scatter *scatter)
{
    sb_status status = sb_index_check(context, scatter->index, scatter->limit);
    if (status != SB_OK)
        return status;
    sb_scatter_base(context, scatter->prior, scatter->result);
    return add_all(context, scatter);
}

static bool adds(int32_t format) { return format >= 0 && format < SB_BOOL; }

bool sb_scatter_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count)
{
    return input_count == 3 && output_count == 1 && adds(inputs[0]) && sb_is_index(inputs[1]) &&
           inputs[0] == inputs[2] && inputs[0] == outputs[0];
}

bool sb_scatter_gradient_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                                  int output_count)
{
    return input_count == 2 && output_count == 1 && adds(inputs[0]) && sb_is_index(inputs[1]) &&
           inputs[0] == outputs[0];
}
