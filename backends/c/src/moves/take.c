/* take.c - see take.h. */
#include "moves/take.h"

#include "moves/index.h"
#include "scalar/portable.h"

typedef struct take_job {
    const sb_take *take;
    sb_nest outer, block;                 /* axes with their own indices, and axes whose elements
                                           * share one index */
    int64_t run, strides[SB_NEST_ARRAYS]; /* for the last axis of block or outer */
    bool by_blocks;
    int64_t rows, inner, rows_per_task;
} take_job;

/* Copy a row of elements of `size` bytes, by indices. The size and the format of the indices are
 * compile-time constants. */
SB_FN void take_row(const take_job *job, char *out, const char *index, const char *in, size_t size,
                    int32_t index_format)
{
    int64_t n = job->run, so = job->strides[0], si = job->strides[1], sx = job->strides[2];
    int64_t step = job->take->step;
    for (int64_t j = 0; j < n; ++j)
        memcpy(out + j * so, in + sb_index_at(index + j * si, index_format) * step + j * sx, size);
}

SB_FN void take_sized(const take_job *job, char *out, const char *index, const char *in,
                      size_t size)
{
    if (job->take->index_format == SB_I32)
        take_row(job, out, index, in, size, SB_I32);
    else
        take_row(job, out, index, in, size, SB_I64);
}

/* Copy a row of single elements, each with its own index. */
static void take_elements(const take_job *job, char *out, const char *index, const char *in)
{
    switch (job->take->size) {
    case 1: take_sized(job, out, index, in, 1); break;
    case 2: take_sized(job, out, index, in, 2); break;
    case 4: take_sized(job, out, index, in, 4); break;
    default: take_sized(job, out, index, in, 8);
    }
}

/* Copy all elements that share an index. */
static void take_block(const take_job *job, char *out, const char *in)
{
    for (int64_t i = 0; i < job->inner; ++i) {
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&job->block, i, offsets);
        sb_copy_run(out + offsets[0], job->strides[0], in + offsets[2], job->strides[2],
                    job->take->size, job->run);
    }
}

static void take_task(void *argument, int64_t task, int thread)
{
    const take_job *job = argument;
    const sb_take *take = job->take;
    (void)thread;
    int64_t end = (task + 1) * job->rows_per_task;
    for (int64_t row = task * job->rows_per_task; row < end && row < job->rows; ++row) {
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&job->outer, row, offsets);
        char *out = take->output + offsets[0];
        const char *index = take->index + offsets[1], *in = take->input + offsets[2];
        if (job->by_blocks)
            take_block(job, out, in + sb_index_at(index, take->index_format) * take->step);
        else
            take_elements(job, out, index, in);
    }
}

void sb_take_run(sb_context *context, const sb_take *take)
{
    take_job job = {.take = take, .outer = take->nest};
    if (sb_nest_count(&take->nest) == 0)
        return;
    int split = take->nest.rank; /* the number of axes outside of those on which the index is
                                  * constant */
    while (split > 0 && take->nest.stride[1][split - 1] == 0) --split;
    job.by_blocks = split < take->nest.rank || split == 0;
    if (job.by_blocks) {
        for (int i = split; i < take->nest.rank; ++i)
            sb_nest_add(&job.block, take->nest.shape[i], take->nest.stride[0][i], 0,
                        take->nest.stride[2][i], 0);
        job.outer.rank = split;
        job.run = sb_nest_take_last(&job.block, job.strides);
    } else {
        sb_nest_cut_last(&job.outer);
        job.run = sb_nest_take_last(&job.outer, job.strides);
    }
    job.inner = sb_nest_count(&job.block);
    job.rows = sb_nest_count(&job.outer);
    job.rows_per_task = sb_rows_per_task(job.inner * job.run);
    sb_parallel(context, (job.rows + job.rows_per_task - 1) / job.rows_per_task, take_task, &job);
}

bool sb_take_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count)
{
    return input_count == 2 && output_count == 1 && inputs[0] == outputs[0] &&
           sb_is_index(inputs[1]);
}
