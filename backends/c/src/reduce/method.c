/* method.c - see method.h. */
#include "reduce/method.h"

#include <string.h>

#include "memory/scratch.h"
#include "memory/shortage.h"

/* Maximum number of terms in a batch of rows. The batch must still be in cache in a second pass. */
enum { BATCH_TERMS = 1 << 16 };

typedef struct method_job {
    const sb_reduction *reduction;
    const sb_cut *cut;
    const sb_method *method;
    const void *argument;
    char *partials; /* [output][chunk] states, or NULL if there is one chunk */
    char *scratch;  /* per thread: states of a piece, then the scratch memory of the method */
    size_t states_size, scratch_size;
} method_job;

static void deliver(const method_job *job, const sb_piece *piece, char *states)
{
    const sb_cut *cut = job->cut;
    int64_t number = piece->outer * cut->width + piece->first;
    size_t size = job->method->state;
    if (job->partials == NULL) {
        job->method->finish(job->reduction, job->argument, number, piece->count, states,
                            piece->output, cut->out);
        return;
    }
    for (int64_t i = 0; i < piece->count; ++i)
        memcpy(job->partials + (size_t)((number + i) * cut->chunks + piece->chunk) * size,
               states + (size_t)i * size, size);
}

static void task(void *argument, int64_t index, int thread)
{
    const method_job *job = argument;
    const sb_cut *cut = job->cut;
    char *states = job->scratch + (size_t)thread * job->scratch_size;
    char *own = states + job->states_size;
    sb_piece piece = sb_cut_piece(job->reduction, cut, index);
    if (cut->by_columns) {
        job->method->columns(job->reduction, cut, &piece, job->argument, own, states);
        deliver(job, &piece, states);
        return;
    }
    int64_t batch = BATCH_TERMS / piece.terms, end = piece.first + piece.count;
    batch = batch < 1 ? 1 : batch > SB_ROW_BATCH ? SB_ROW_BATCH : batch;
    for (; piece.first < end; piece.first += batch) {
        piece.count = end - piece.first < batch ? end - piece.first : batch;
        job->method->rows(job->reduction, cut, &piece, job->argument, own, states);
        deliver(job, &piece, states);
        piece.input += batch * cut->in;
        piece.output += batch * cut->out;
    }
}

static void join_chunks(const method_job *job)
{
    const sb_reduction *reduction = job->reduction;
    for (int64_t number = 0; number < reduction->outputs; ++number) {
        char *states = job->partials + (size_t)(number * job->cut->chunks) * job->method->state;
        job->method->join(states, job->cut->chunks);
        int64_t offset = sb_loops_offset(&reduction->kept, reduction->kept.out, number);
        job->method->finish(reduction, job->argument, number, 1, states, reduction->output + offset,
                            0);
    }
}

sb_status sb_method_run(sb_context *context, const sb_reduction *reduction, const sb_cut *cut,
                        const sb_method *method, const void *argument)
{
    method_job job = {reduction, cut, method, argument, NULL, NULL, 0, 0};
    int64_t most = cut->by_columns ? cut->segment : SB_ROW_BATCH, tasks = sb_cut_tasks(cut);
    job.states_size = sb_scratch_rounded((size_t)most * method->state);
    job.scratch_size = job.states_size + sb_scratch_rounded(method->scratch(cut, argument));
    size_t threads = sb_scratch_parts(context->threads, tasks);
    size_t partials = cut->chunks > 1 ? (size_t)(reduction->outputs * cut->chunks) : 0;
    char *block = sb_scratch_take(threads * job.scratch_size + partials * method->state);
    if (block == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a reduction", context->call->op);
    job.scratch = block;
    if (partials)
        job.partials = block + threads * job.scratch_size;
    sb_status status = sb_parallel_with_memory(context, tasks, task, &job);
    if (partials && status == SB_OK) {
        join_chunks(&job);
        status = sb_shortage_status(context);
    }
    sb_scratch_give(block);
    return status;
}

void sb_method_fill(const sb_reduction *reduction, const sb_method *method, const void *argument,
                    const void *state)
{
    for (int64_t number = 0; number < reduction->outputs; ++number) {
        max_align_t copy[2];
        memcpy(copy, state, method->state);
        int64_t offset = sb_loops_offset(&reduction->kept, reduction->kept.out, number);
        method->finish(reduction, argument, number, 1, copy, reduction->output + offset, 0);
    }
}
