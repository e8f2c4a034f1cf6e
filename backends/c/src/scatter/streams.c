/* streams.c - see streams.h. Each thread takes blocks of adjacent lines. If there are few lines,
 * the destinations are divided among the threads instead: each thread reads all updates and uses
 * those for its own destinations. */
#include "scatter/streams.h"

#include "memory/scratch.h"
#include "scatter/stream.h"

enum {
    STATE = 1 << 20, /* approximate size in bytes of the state for a block of lines */
    SORT_ITEM = 16,  /* bytes that a sort needs for each position */
    MOST_PARTS = 4   /* maximum number of parts into which the destinations of a line are divided */
};

typedef struct streams_job {
    const sb_scatter *scatter;
    void (*add)(const sb_stream *stream, void *scratch);
    int64_t positions, lines, block, parts;
    size_t size;
    char *scratch;
} streams_job;

static void streams_task(void *argument, int64_t number, int thread)
{
    const streams_job *job = argument;
    const int64_t limit = job->scatter->limit, part = number % job->parts;
    sb_stream stream = {.scatter = job->scatter,
                        .positions = job->positions,
                        .first = number / job->parts * job->block,
                        .lines = job->block,
                        .low = limit * part / job->parts,
                        .high = limit * (part + 1) / job->parts};
    if (stream.first + stream.lines > job->lines)
        stream.lines = job->lines - stream.first;
    job->add(&stream, job->scratch + (size_t)thread * job->size);
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

/* Return the number of lines that are read together. It is 1 unless lines are closer together in
 * memory than positions. */
static int64_t lines_together(const sb_scatter *scatter, int64_t lines, size_t state)
{
    const int last = scatter->lines.rank - 1, inner = scatter->positions.rank - 1;
    if (last < 0 || inner < 0 ||
        magnitude(scatter->lines.stride[SB_UPDATES][last]) >=
            magnitude(scatter->positions.stride[SB_UPDATES][inner]))
        return 1;
    int64_t block = state < STATE ? STATE / (int64_t)state : 1;
    block = block < SB_STREAM_LINES ? block : SB_STREAM_LINES;
    return block < lines ? block : lines;
}

bool sb_streams_add(sb_context *context, const sb_scatter *scatter)
{
    const int32_t format = scatter->updates->format;
    const bool wide = format == SB_F64;
    if (sb_nest_count(&scatter->carried) != 1 || format > SB_F8E5M2)
        return false;
    streams_job job = {.scatter = scatter,
                       .add = wide ? sb_stream_add_f64 : sb_stream_add_f32,
                       .positions = sb_nest_count(&scatter->positions),
                       .lines = sb_nest_count(&scatter->lines),
                       .parts = 1};
    if (scatter->limit > (INT64_C(1) << 40) || job.positions * SORT_ITEM / 40 < scatter->limit)
        return false;
    size_t (*size)(int64_t, int64_t) = wide ? sb_stream_scratch_f64 : sb_stream_scratch_f32;
    const size_t state = size(scatter->limit, job.positions);
    if (state > (size_t)job.positions * SORT_ITEM && state > STATE)
        return false;
    job.block = lines_together(scatter, job.lines, state);
    int64_t tasks = (job.lines + job.block - 1) / job.block;
    if (tasks < context->threads && job.positions > SB_MOVE_GRAIN) {
        job.parts = context->threads / tasks < MOST_PARTS ? context->threads / tasks : MOST_PARTS;
        job.parts = job.parts < scatter->limit ? job.parts : 1;
    }
    job.size = size(job.block * (scatter->limit / job.parts + 1), job.positions);
    tasks *= job.parts;
    job.scratch = sb_scratch_take(sb_scratch_parts(context->threads, tasks) * job.size);
    if (job.scratch == NULL)
        return false;
    sb_parallel(context, tasks, streams_task, &job);
    sb_scratch_give(job.scratch);
    return true;
}
