/* sum_template.h - sum_exact over any axes; included once for each type `real`.
 *
 * Rows: the terms of an output are read in place, or gathered, a block at a time. Columns: a tile
 * of adjacent outputs is transposed, so that its columns become rows. The terms of one output may
 * be divided among threads at any position, since exact sums of parts merge exactly.
 */
#include "exact/block.h"
#include "exact/sum.h"
#include "memory/scratch.h"
#include "reduce/tasks.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

#include "reduce/gather.h"

enum {
    TILE_COLUMNS = 128,
    TILE_ROWS = 256,
    TILE_LD = TILE_ROWS + 16, /* padded, so that columns do not share a set of the cache */
    STAGE_LD = TILE_COLUMNS + LANES
};

#define KIND (&REAL(sb_exact_terms))

typedef struct exact_job {
    const sb_reduction *reduction;
    sb_cut cut;
    char *partials; /* [output][chunk], or NULL if there is only one chunk */
    char *scratch;  /* one part for each thread: accumulators, then values */
    size_t scratch_size, size;
} exact_job;

static sb_exact *nth(const exact_job *job, char *accumulators, int64_t n)
{
    return (sb_exact *)(void *)(accumulators + (size_t)n * job->size);
}

/* Clear and return the accumulator for output `offset` of the piece. This is a partial accumulator
 * if the sum is cut into chunks, else accumulator `own` in the thread's scratch memory. */
static sb_exact *begin(const exact_job *job, const sb_piece *piece, int64_t offset, char *scratch,
                       int64_t own)
{
    const sb_cut *cut = &job->cut;
    int64_t number = piece->outer * cut->width + piece->first + offset;
    sb_exact *sum = job->partials ? nth(job, job->partials, number * cut->chunks + piece->chunk)
                                  : nth(job, scratch, own);
    sb_exact_clear(sum);
    return sum;
}

static void finish(const exact_job *job, const sb_piece *piece, int64_t offset, sb_exact *sum)
{
    if (!job->partials)
        sb_exact_store(KIND, sum, piece->output + offset * job->cut.out,
                       job->reduction->out_format);
}

static void sum_rows(const exact_job *job, const sb_piece *piece, char *scratch)
{
    const sb_reduction *reduction = job->reduction;
    real *buffer = (real *)(void *)(scratch + job->size);
    for (int64_t j = 0; j < piece->count; ++j) {
        const char *base = piece->input + j * job->cut.in;
        bool direct = reduction->reduced.rank == 1 &&
                      row_is_direct(base, reduction->reduced.in[0], reduction->in_format);
        sb_exact *sum = begin(job, piece, j, scratch, 0);
        for (int64_t done = 0; done < piece->terms; done += SB_EXACT_BLOCK) {
            int64_t left = piece->terms - done;
            int n = left < SB_EXACT_BLOCK ? (int)left : SB_EXACT_BLOCK;
            const real *x = (const real *)(const void *)base + piece->start + done;
            if (!direct) {
                gather_terms(reduction, base, piece->start + done, n, buffer);
                x = buffer;
            }
            REAL(sb_exact_block)(KIND, sum, x, n);
        }
        finish(job, piece, j, sum);
    }
}

/* Compute tile[c * TILE_LD + r] = term start + r of column c, in whole squares of LANES x LANES. */
static void transpose_tile(const sb_reduction *reduction, const char *base, int64_t start, int rows,
                           int columns, real *tile, real *stage)
{
    int64_t size = (int64_t)sb_format_size(reduction->in_format);
    int64_t stride = reduction->reduced.rank == 1 ? reduction->reduced.in[0] : 0;
    for (int r = 0; r < rows; r += LANES) {
        int part = rows - r < LANES ? rows - r : LANES;
        const char *first = base + sb_term_offset(reduction, start + r);
        const real *source = (const real *)(const void *)first;
        int64_t ld = stride / (int64_t)sizeof(real);
        bool direct = stride != 0 && stride % (int64_t)sizeof(real) == 0 && part == LANES &&
                      columns % LANES == 0 && row_is_direct(first, size, reduction->in_format);
        for (int i = 0; !direct && i < part; ++i)
            load_row(base + sb_term_offset(reduction, start + r + i), size, reduction->in_format,
                     columns, stage + i * STAGE_LD);
        if (!direct) {
            source = stage;
            ld = STAGE_LD;
        }
        for (int c = 0; c < columns; c += LANES) {
            vreal v[LANES];
            v_transpose(source + c, ld, v);
            UNROLL for (int i = 0; i < LANES; ++i) v_store(tile + (c + i) * TILE_LD + r, v[i]);
        }
    }
}

static void sum_columns(const exact_job *job, const sb_piece *piece, char *scratch)
{
    int64_t size = (int64_t)sb_format_size(job->reduction->in_format);
    real *tile = (real *)(void *)(scratch + TILE_COLUMNS * job->size);
    real *stage = tile + (TILE_COLUMNS + LANES) * TILE_LD;
    sb_exact *sums[TILE_COLUMNS];
    for (int64_t j = 0; j < piece->count; j += TILE_COLUMNS) {
        int columns = piece->count - j < TILE_COLUMNS ? (int)(piece->count - j) : TILE_COLUMNS;
        for (int c = 0; c < columns; ++c) sums[c] = begin(job, piece, j + c, scratch, c);
        for (int64_t done = 0; done < piece->terms; done += TILE_ROWS) {
            int64_t left = piece->terms - done;
            int rows = left < TILE_ROWS ? (int)left : TILE_ROWS;
            transpose_tile(job->reduction, piece->input + j * size, piece->start + done, rows,
                           columns, tile, stage);
            for (int c = 0; c < columns; ++c)
                REAL(sb_exact_block)(KIND, sums[c], tile + c * TILE_LD, rows);
        }
        for (int c = 0; c < columns; ++c) finish(job, piece, j + c, sums[c]);
    }
}

static void exact_task(void *argument, int64_t index, int thread)
{
    const exact_job *job = argument;
    char *scratch = job->scratch + (size_t)thread * job->scratch_size;
    sb_piece piece = sb_cut_piece(job->reduction, &job->cut, index);
    if (job->cut.by_columns)
        sum_columns(job, &piece, scratch);
    else
        sum_rows(job, &piece, scratch);
}

static size_t thread_scratch(const exact_job *job)
{
    size_t columns = job->cut.by_columns ? TILE_COLUMNS : 1, reals = SB_EXACT_BLOCK;
    if (job->cut.by_columns)
        reals = (TILE_COLUMNS + LANES) * TILE_LD + LANES * STAGE_LD;
    return sb_scratch_rounded(columns * job->size + reals * sizeof(real));
}

static void join_chunks(exact_job *job)
{
    const sb_loops *kept = &job->reduction->kept;
    for (int64_t number = 0; number < job->reduction->outputs; ++number) {
        sb_exact *sum = nth(job, job->partials, number * job->cut.chunks);
        for (int64_t i = 1; i < job->cut.chunks; ++i)
            sb_exact_merge(KIND, sum, nth(job, job->partials, number * job->cut.chunks + i));
        sb_exact_store(KIND, sum, job->reduction->output + sb_loops_offset(kept, kept->out, number),
                       job->reduction->out_format);
    }
}

static void sum_nothing(const sb_reduction *reduction)
{
    for (int64_t i = 0; i < reduction->outputs; ++i)
        memset(reduction->output + sb_loops_offset(&reduction->kept, reduction->kept.out, i), 0,
               sb_format_size(reduction->out_format));
}

sb_status REAL(sb_exact_reduce)(sb_context *context, sb_reduction *reduction)
{
    if (reduction->terms == 0) {
        sum_nothing(reduction);
        return SB_OK;
    }
    exact_job job = {.reduction = reduction, .size = sb_exact_size(KIND)};
    job.cut = sb_cut_of(reduction, context->threads);
    job.scratch_size = thread_scratch(&job);
    size_t threads = sb_scratch_parts(context->threads, sb_cut_tasks(&job.cut));
    size_t partials =
        job.cut.chunks > 1 ? (size_t)(reduction->outputs * job.cut.chunks) * job.size : 0;
    job.scratch = sb_scratch_take(threads * job.scratch_size + partials);
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for exact sums", context->call->op);
    if (partials)
        job.partials = job.scratch + threads * job.scratch_size;
    sb_parallel(context, sb_cut_tasks(&job.cut), exact_task, &job);
    if (partials)
        join_chunks(&job);
    sb_scratch_give(job.scratch);
    return SB_OK;
}
