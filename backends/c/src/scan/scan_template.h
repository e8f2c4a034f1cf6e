/* scan_template.h - scans of floats; included once for each type `real` and operation.
 *
 * A prefix is a sum of aligned blocks, each joined on the left of the following blocks: B1 + (B2 +
 * (B3 ...)). A unit is GROUP vectors. The vectors of a unit are scanned, and then joined with the
 * blocks of earlier units, one block for each bit of the unit's index, the smallest first. The
 * block that a unit completes goes to the level of its size, as in a binary counter. In rows,
 * vectors are along a line. In columns, a vector is a row of adjacent lines and needs no shuffle.
 *
 * If there are few lines, threads take aligned chunks of a line. A first pass computes the totals
 * of all chunks. A second pass scans every chunk, with its levels filled in from these totals.
 */
#include "memory/scratch.h"
#include "reduce/counter.h"
#include "reduce/tasks.h"
#include "scan/scan.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

#include "scan/lanes.h"

enum { GROUP = 8, LINE_PART = 4096, STRIP_WIDTH = 512, STRIP_LD = STRIP_WIDTH + 16 };

typedef struct scan_job {
    const sb_reduction *scan;
    sb_cut cut;
    real *totals; /* [line][chunk], or NULL if there is only one chunk */
    bool second;  /* the second pass: the totals are known */
    char *scratch;
    size_t scratch_size;
} scan_job;

INLINE void join_level(vreal v[GROUP], const int count, const real *level)
{
    const vreal before = v_load(level);
    UNROLL for (int i = 0; i < count; ++i) v[i] = COMBINE(before, v[i]);
}

/* Scan unit `unit`, which has the vectors v[0 .. count-1]. Levels are `ld` reals apart. */
INLINE void scan_unit(vreal v[GROUP], const int count, const bool along, int64_t unit, real *levels,
                      int64_t ld)
{
    if (along)
        UNROLL for (int i = 0; i < count; ++i) v[i] = v_scanned(v[i]);
    UNROLL for (int half = 1; half < GROUP; half *= 2)
        UNROLL for (int i = 0; i < count; ++i) if (i & half)
    {
        const vreal left = v[(i & -half) - 1];
        v[i] = COMBINE(along ? v_last(left) : left, v[i]);
    }
    const int rest = counter_free_level(unit); /* all levels below are occupied */
    for (int level = 0; level < rest; ++level) join_level(v, count, levels + level * ld);
    if (count == GROUP)
        v_store(levels + rest * ld, along ? v_last(v[GROUP - 1]) : v[GROUP - 1]);
    for (int level = rest + 1; unit >> level; ++level)
        if (unit >> level & 1)
            join_level(v, count, levels + level * ld);
}

/* Return the tree T1 of the chunks first .. first + count - 1 of a line. count is a power of two.
 */
static real total_of_chunks(const real *totals, int64_t first, int64_t count)
{
    if (count == 1)
        return totals[first];
    return COMBINE(total_of_chunks(totals, first, count / 2),
                   total_of_chunks(totals, first + count / 2, count / 2));
}

/* Fill in the levels with the sums before chunk `chunk` of line `line`: `lanes` reals of each
 * level. */
static void fill_levels(const scan_job *job, const sb_piece *piece, int64_t line, int units_log,
                        real *levels, int64_t ld, int lanes)
{
    const real *totals = job->totals + line * job->cut.chunks;
    for (int bit = 0; piece->chunk >> bit; ++bit)
        if (piece->chunk >> bit & 1) {
            int64_t first = ((piece->chunk >> bit) - 1) << bit;
            real total = total_of_chunks(totals, first, INT64_C(1) << bit);
            for (int i = 0; i < lanes; ++i) levels[(units_log + bit) * ld + i] = total;
        }
}

static int log_of(int64_t power) { return __builtin_ctzll((uint64_t)power); }

static int64_t line_of(const scan_job *job, const sb_piece *piece, int64_t offset)
{
    return piece->outer * job->cut.width + piece->first + offset;
}

/* Return the index of the piece's first term. In the first pass, each chunk is summed separately,
 * without levels, so the index is 0. */
static int64_t first_term(const scan_job *job, const sb_piece *piece)
{
    return job->second ? piece->start : 0;
}

INLINE void scan_vectors(const real *x, int64_t n, const int count, int64_t unit, real *levels,
                         real *out)
{
    vreal v[GROUP];
    UNROLL for (int i = 0; i < count; ++i)
    {
        int64_t left = n - i * LANES;
        v[i] = left >= LANES
                   ? v_load(x + i * LANES)
                   : v_load_first(x + (left > 0 ? i * LANES : 0), left > 0 ? (int)left : 0);
    }
    scan_unit(v, count, true, unit, levels, LANES);
    UNROLL for (int i = 0; i < count; ++i)
    {
        int64_t left = n - i * LANES;
        vreal result = v_canonical(v[i]);
        if (left >= LANES) {
            v_store(out + i * LANES, result);
        } else if (left > 0) {
            real lanes[LANES];
            v_store(lanes, result);
            memcpy(out + i * LANES, lanes, (size_t)left * sizeof(real));
        }
    }
}

/* Scan n values. The first unit of them has index `unit`. */
static void scan_part(const real *x, int64_t n, int64_t unit, real *levels, real *out)
{
    enum { UNIT = GROUP * LANES };
    for (; n >= UNIT; n -= UNIT, x += UNIT, out += UNIT, ++unit)
        scan_vectors(x, UNIT, GROUP, unit, levels, out);
    if (n > 4 * LANES)
        scan_vectors(x, n, GROUP, unit, levels, out);
    else if (n > 2 * LANES)
        scan_vectors(x, n, 4, unit, levels, out);
    else if (n > LANES)
        scan_vectors(x, n, 2, unit, levels, out);
    else if (n > 0)
        scan_vectors(x, n, 1, unit, levels, out);
}

static void scan_rows(const scan_job *job, const sb_piece *piece, real *scratch)
{
    const sb_reduction *scan = job->scan;
    int64_t in = scan->reduced.rank ? scan->reduced.in[0] : (int64_t)sizeof(real);
    int64_t out = scan->reduced.rank ? scan->reduced.out[0] : (int64_t)sizeof(real);
    real *levels = scratch, *from = levels + SB_MAX_LEVELS * LANES, *to = from + LINE_PART;
    const int64_t unit = GROUP * LANES;
    for (int64_t j = 0; j < piece->count; ++j) {
        const char *source = piece->input + j * job->cut.in + piece->start * in;
        char *target = piece->output + j * job->cut.out + piece->start * out;
        int64_t line = line_of(job, piece, j);
        bool read = row_is_direct(source, in, scan->in_format);
        bool write = row_is_direct(target, out, scan->out_format) && (job->second || !job->totals);
        const real *last = NULL;
        if (job->second)
            fill_levels(job, piece, line, log_of(job->cut.chunk / unit), levels, LANES, LANES);
        for (int64_t done = 0; done < piece->terms; done += LINE_PART) {
            int64_t n = piece->terms - done < LINE_PART ? piece->terms - done : LINE_PART;
            const real *x = (const real *)(const void *)source + done;
            real *y = write ? (real *)(void *)target + done : to;
            if (!read) {
                load_row(source + done * in, in, scan->in_format, n, from);
                x = from;
            }
            scan_part(x, n, (first_term(job, piece) + done) / unit, levels, y);
            last = y + n - 1;
            if (!write && (job->second || !job->totals))
                store_row(to, n, target + done * out, out, scan->out_format);
        }
        if (job->totals && !job->second)
            job->totals[line * job->cut.chunks + piece->chunk] = *last;
    }
}

/* Scan rows 0 .. count-1 of unit `unit`, for `width` columns. */
INLINE void scan_strip(const real *const *rows, const int count, int used, int64_t unit,
                       int64_t width, real *levels, real *const *out)
{
    for (int64_t j = 0; j < width; j += LANES) {
        vreal v[GROUP];
        int lanes = width - j < LANES ? (int)(width - j) : LANES;
        UNROLL for (int i = 0; i < count; ++i) v[i] =
            lanes == LANES ? v_load(rows[i] + j) : v_load_first(rows[i] + j, lanes);
        scan_unit(v, count, false, unit, levels + j, STRIP_LD);
        UNROLL for (int i = 0; i < count; ++i)
        {
            vreal result = v_canonical(v[i]);
            if (i < used && lanes == LANES) {
                v_store(out[i] + j, result);
            } else if (i < used) {
                real part[LANES];
                v_store(part, result);
                memcpy(out[i] + j, part, (size_t)lanes * sizeof(real));
            }
        }
    }
}

/* Scan one unit of a strip, in memory of any layout. `stage` has space for 2 * GROUP rows. */
static void scan_strip_unit(const scan_job *job, const sb_piece *piece, int64_t j, int64_t width,
                            int64_t term, real *levels, real *stage)
{
    const sb_reduction *scan = job->scan;
    int64_t size = (int64_t)sb_format_size(scan->in_format);
    int64_t out = scan->reduced.rank ? scan->reduced.out[0] : 0;
    int64_t left = piece->start + piece->terms - term;
    int used = left < GROUP ? (int)left : GROUP;
    bool keep = job->second || !job->totals, staged[GROUP] = {false};
    const real *rows[GROUP];
    real *results[GROUP];
    for (int i = 0; i < GROUP; ++i) {
        /* Past the end any row may be read, since the result is not stored. */
        int64_t at = term + (i < used ? i : 0);
        const char *p = piece->input + j * size + sb_term_offset(scan, at);
        char *q = piece->output + j * job->cut.out + at * out;
        rows[i] = (const real *)(const void *)p;
        if (!row_is_direct(p, size, scan->in_format)) {
            load_row(p, size, scan->in_format, width, stage + i * STRIP_LD);
            rows[i] = stage + i * STRIP_LD;
        }
        staged[i] = !keep || !row_is_direct(q, job->cut.out, scan->out_format);
        results[i] = staged[i] ? stage + (GROUP + i) * STRIP_LD : (real *)(void *)q;
    }
    int64_t unit = (term - piece->start + first_term(job, piece)) / GROUP;
    if (used > 4)
        scan_strip(rows, GROUP, used, unit, width, levels, results);
    else if (used > 2)
        scan_strip(rows, 4, used, unit, width, levels, results);
    else
        scan_strip(rows, 2, used, unit, width, levels, results);
    for (int i = 0; i < used; ++i) {
        if (keep && staged[i])
            store_row(results[i], width, piece->output + j * job->cut.out + (term + i) * out,
                      job->cut.out, scan->out_format);
        bool last = !keep && term + i == piece->start + piece->terms - 1;
        for (int64_t c = 0; last && c < width; ++c)
            job->totals[line_of(job, piece, j + c) * job->cut.chunks + piece->chunk] =
                results[i][c];
    }
}

static void scan_columns(const scan_job *job, const sb_piece *piece, real *scratch)
{
    real *levels = scratch, *stage = levels + SB_MAX_LEVELS * STRIP_LD;
    for (int64_t j = 0; j < piece->count; j += STRIP_WIDTH) {
        int64_t width = piece->count - j < STRIP_WIDTH ? piece->count - j : STRIP_WIDTH;
        for (int64_t c = 0; job->second && c < width; ++c)
            fill_levels(job, piece, line_of(job, piece, j + c), log_of(job->cut.chunk / GROUP),
                        levels + c, STRIP_LD, 1);
        for (int64_t term = piece->start; term < piece->start + piece->terms; term += GROUP)
            scan_strip_unit(job, piece, j, width, term, levels, stage);
    }
}

static void scan_task(void *argument, int64_t index, int thread)
{
    const scan_job *job = argument;
    real *scratch = (real *)(void *)(job->scratch + (size_t)thread * job->scratch_size);
    sb_piece piece = sb_cut_piece(job->scan, &job->cut, index);
    if (job->cut.by_columns)
        scan_columns(job, &piece, scratch);
    else
        scan_rows(job, &piece, scratch);
}

sb_status SCAN(sb_context *context, sb_reduction *scan)
{
    scan_job job = {.scan = scan, .cut = sb_cut_of(scan, context->threads)};
    int64_t tasks = sb_cut_tasks(&job.cut);
    size_t reals = job.cut.by_columns ? (SB_MAX_LEVELS + 2 * GROUP) * STRIP_LD
                                      : SB_MAX_LEVELS * LANES + 2 * LINE_PART;
    job.scratch_size = sb_scratch_rounded(reals * sizeof(real));
    size_t threads = sb_scratch_parts(context->threads, tasks);
    size_t totals = job.cut.chunks > 1 ? (size_t)(scan->outputs * job.cut.chunks) : 0;
    job.scratch = sb_scratch_take(threads * job.scratch_size + totals * sizeof(real));
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a scan", context->call->op);
    if (totals) {
        job.totals = (real *)(void *)(job.scratch + threads * job.scratch_size);
        sb_parallel(context, tasks, scan_task, &job);
        job.second = true;
    }
    sb_parallel(context, tasks, scan_task, &job);
    sb_scratch_give(job.scratch);
    return SB_OK;
}
