/* sum_template.h - sum and mean over any axes; included once for each `real`.
 *
 * Rows: the terms of an output are contiguous, or are gathered, and shuffles add them
 * (tree_template.h). Columns: neighbouring outputs are contiguous, so eight terms of a whole strip
 * of outputs are added at a time and a binary counter of strips joins the groups.
 */
#include "memory/scratch.h"
#include "reduce/counter.h"
#include "reduce/sum.h"
#include "reduce/tasks.h"
#include "reduce/tree.h"
#include "simd/rows.h"

#include "reduce/gather.h"

enum { GATHERED = 4096, GROUP = 8, PADDING = 16 };

typedef struct sum_job {
    const sb_reduction *reduction;
    sb_cut cut;
    bool mean;
    real *partials;      /* [output][chunk], or NULL where a chunk is the whole */
    char *scratch;       /* one part for each thread */
    size_t scratch_size;
} sum_job;

/* Sums of `count` outputs: to the partials, or divided, rounded once and stored. */
static void emit(const sum_job *job, const sb_piece *piece, int64_t offset, int64_t count,
                 real *sums)
{
    const sb_cut *cut = &job->cut;
    int64_t number = piece->outer * cut->width + piece->first + offset;
    if (job->partials) {
        for (int64_t i = 0; i < count; ++i)
            job->partials[(number + i) * cut->chunks + piece->chunk] = sums[i];
        return;
    }
    for (int64_t i = 0; job->mean && i < count; ++i)
        sums[i] /= (real)job->reduction->terms;
    store_row(sums, count, piece->output + offset * cut->out, cut->out,
              job->reduction->out_format);
}

/* ---- rows ---- */

static real sum_gathered(const sum_job *job, const char *base, const sb_piece *piece, real *buffer)
{
    real levels[SB_MAX_LEVELS], sum = 0;
    int64_t parts = (piece->terms + GATHERED - 1) / GATHERED;
    for (int64_t i = 0; i < parts; ++i) {
        bool last = i == parts - 1;
        int64_t done = i * GATHERED, n = last ? piece->terms - done : GATHERED;
        gather_terms(job->reduction, base, piece->start + done, n, buffer);
        sum = REAL(sb_tree_sum)(buffer, n);
        for (int level = 0; i >> level; ++level)
            if (counter_merges(i, last, level))
                sum = levels[level] + sum;
        if (!last)
            levels[counter_free_level(i)] = sum;
    }
    return sum;
}

/* Whether every row of the piece can be read where it lies. */
static bool rows_are_direct(const sum_job *job, const sb_piece *piece)
{
    const sb_loops *terms = &job->reduction->reduced;
    return terms->rank == 1 && job->cut.in % (int64_t)sizeof(real) == 0 &&
           row_is_direct(piece->input, terms->in[0], job->reduction->in_format);
}

static void sum_rows(const sum_job *job, const sb_piece *piece, real *buffer)
{
    enum { BATCH = 64 };
    real sums[BATCH], *rows = buffer + BATCH;
    bool direct = rows_are_direct(job, piece), whole = piece->terms <= GATHERED;
    int64_t batch = direct ? BATCH : whole ? GATHERED / piece->terms : 1;
    batch = batch > BATCH ? BATCH : batch;
    for (int64_t j = 0; j < piece->count; j += batch) {
        int64_t count = piece->count - j < batch ? piece->count - j : batch;
        const char *base = piece->input + j * job->cut.in;
        if (direct) {
            const real *x = (const real *)(const void *)base + piece->start;
            int64_t ld = job->cut.in / (int64_t)sizeof(real);
            REAL(sb_tree_sum_rows)(x, ld, count, piece->terms, sums);
        } else if (whole) {
            for (int64_t r = 0; r < count; ++r)
                gather_terms(job->reduction, base + r * job->cut.in, piece->start, piece->terms,
                             rows + r * piece->terms);
            REAL(sb_tree_sum_rows)(rows, piece->terms, count, piece->terms, sums);
        } else {
            sums[0] = sum_gathered(job, base, piece, rows);
        }
        emit(job, piece, j, count, sums);
    }
}

/* ---- columns ---- */

/* out = the tree over `rows` rows, added to the right of `merged` levels, the lowest first. */
INLINE void add_rows(const int rows, const real *const *row, const real *const *levels, int merged,
                     int64_t width, real *out)
{
    for (int64_t j = 0; j < width; j += LANES) {
        vreal v[GROUP];
        int lanes = width - j < LANES ? (int)(width - j) : LANES;
        UNROLL for (int i = 0; i < GROUP; ++i)
            if (i < rows)
                v[i] = lanes == LANES ? v_load(row[i] + j) : v_load_first(row[i] + j, lanes);
        UNROLL for (int half = GROUP / 2; half; half /= 2)
            if (half < rows)
                UNROLL for (int i = 0; i < half; ++i) v[i] = v_add(v[2 * i], v[2 * i + 1]);
        for (int i = 0; i < merged; ++i)
            v[0] = v_add(v_load(levels[i] + j), v[0]);
        v_store(out + j, v[0]);
    }
}

static void add_group(int rows, const real *const *row, const real *const *levels, int merged,
                      int64_t width, real *out)
{
    if (rows > 4)
        add_rows(8, row, levels, merged, width, out);
    else if (rows > 2)
        add_rows(4, row, levels, merged, width, out);
    else if (rows > 1)
        add_rows(2, row, levels, merged, width, out);
    else
        add_rows(1, row, levels, merged, width, out);
}

/* Strips of a thread: the levels of the counter, a result, a strip of -0, staged rows. */
static int64_t strip_size(const sb_cut *cut)
{
    return (cut->segment + LANES - 1) / LANES * LANES + PADDING;
}

static int64_t group_count(int64_t terms)
{
    return (terms + GROUP - 1) / GROUP;
}

static void sum_columns(const sum_job *job, const sb_piece *piece, real *scratch)
{
    const sb_reduction *reduction = job->reduction;
    int64_t size = (int64_t)sb_format_size(reduction->in_format), strip = strip_size(&job->cut);
    int64_t groups = group_count(piece->terms);
    int level_count = counter_levels(groups);
    real *result = scratch + level_count * strip, *absent = result + strip;
    real *staged = absent + strip;
    for (int64_t j = 0; j < strip; ++j)
        absent[j] = (real)-0.0;
    for (int64_t g = 0; g < groups; ++g) {
        bool last = g == groups - 1;
        int rows = last ? (int)(piece->terms - g * GROUP) : GROUP, merged = 0;
        const real *row[GROUP], *levels[SB_MAX_LEVELS];
        for (int i = 0; i < GROUP; ++i) {
            row[i] = absent;
            if (i >= rows)
                continue;
            const char *p = piece->input + sb_term_offset(reduction, piece->start + g * GROUP + i);
            row[i] = (const real *)(const void *)p;
            if (!row_is_direct(p, size, reduction->in_format)) {
                load_row(p, size, reduction->in_format, piece->count, staged + i * strip);
                row[i] = staged + i * strip;
            }
        }
        for (int level = 0; g >> level; ++level)
            if (counter_merges(g, last, level))
                levels[merged++] = scratch + level * strip;
        real *out = last ? result : scratch + counter_free_level(g) * strip;
        add_group(rows, row, levels, merged, piece->count, out);
    }
    emit(job, piece, 0, piece->count, result);
}

/* ---- the whole ---- */

static void sum_task(void *argument, int64_t index, int thread)
{
    const sum_job *job = argument;
    real *scratch = (real *)(void *)(job->scratch + (size_t)thread * job->scratch_size);
    sb_piece piece = sb_cut_piece(job->reduction, &job->cut, index);
    if (job->cut.by_columns)
        sum_columns(job, &piece, scratch);
    else
        sum_rows(job, &piece, scratch);
}

static size_t thread_scratch(const sb_cut *cut)
{
    int64_t reals = 64 + GATHERED + PADDING;
    if (cut->by_columns)
        reals = (counter_levels(group_count(cut->chunk)) + 2 + GROUP) * strip_size(cut);
    return sb_scratch_rounded((size_t)reals * sizeof(real));
}

/* T1 over the chunks of every output. */
static void join_chunks(sum_job *job)
{
    const sb_cut *cut = &job->cut;
    real *partials = job->partials;
    job->partials = NULL;
    for (int64_t number = 0; number < job->reduction->outputs; ++number) {
        real sum = REAL(sb_tree_sum)(partials + number * cut->chunks, cut->chunks);
        int64_t offset = sb_loops_offset(&job->reduction->kept, job->reduction->kept.out, number);
        sb_piece piece = {.output = job->reduction->output + offset};
        emit(job, &piece, 0, 1, &sum);
    }
}

/* The sum of nothing is +0, and the mean of nothing NaN. */
static void sum_nothing(const sb_reduction *reduction, bool mean)
{
    real value = mean ? (real)__builtin_nan("") : 0;
    for (int64_t i = 0; i < reduction->outputs; ++i)
        store_row(&value, 1, reduction->output +
                  sb_loops_offset(&reduction->kept, reduction->kept.out, i), 0,
                  reduction->out_format);
}

sb_status REAL(sb_sum_reduce)(sb_context *context, sb_reduction *reduction, bool mean)
{
    if (reduction->outputs == 0)
        return SB_OK;
    if (reduction->terms == 0) {
        sum_nothing(reduction, mean);
        return SB_OK;
    }
    sum_job job = {.reduction = reduction, .mean = mean};
    job.cut = sb_cut_of(reduction, context->threads);
    job.scratch_size = thread_scratch(&job.cut);
    size_t threads = sb_scratch_parts(context->threads, sb_cut_tasks(&job.cut));
    size_t partials = job.cut.chunks > 1
        ? sb_scratch_rounded((size_t)(reduction->outputs * job.cut.chunks) * sizeof(real)) : 0;
    job.scratch = sb_scratch_take(threads * job.scratch_size + partials);
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a reduction",
                       context->call->op);
    char *scratch = job.scratch;
    if (partials)
        job.partials = (real *)(void *)(scratch + threads * job.scratch_size);
    sb_parallel(context, sb_cut_tasks(&job.cut), sum_task, &job);
    if (partials)
        join_chunks(&job);
    sb_scratch_give(scratch);
    return SB_OK;
}
