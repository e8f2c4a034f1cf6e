/* extreme_template.h - max and argmax over any axes; included once for each `real`.
 *
 * A value becomes an integer key whose order is the order S3: -0 below +0, every NaN above all. The
 * largest key needs no order of evaluation; the index is the first that holds it, since only a
 * larger key replaces an earlier one.
 */
#include "memory/scratch.h"
#include "reduce/extreme.h"
#include "reduce/tasks.h"
#include "simd/rows.h"

#include "reduce/gather.h"

#if SB_REAL_BITS == 32
typedef int32_t key;
#define KEY_LEAST INT32_MIN
#define KEY_NAN INT32_MAX
#define KEY_INFINITY 0x7f800000
#else
typedef int64_t key;
#define KEY_LEAST INT64_MIN
#define KEY_NAN INT64_MAX
#define KEY_INFINITY INT64_C(0x7ff0000000000000)
#endif

enum { GATHERED = 4096 };

typedef struct extreme {
    key key;
    int64_t index;
} extreme;

typedef struct extreme_job {
    const sb_reduction *reduction;
    sb_cut cut;
    bool indices;      /* argmax */
    extreme *partials; /* [output][chunk], or NULL where a chunk is the whole */
    char *scratch;
    size_t scratch_size;
} extreme_job;

INLINE key key_of(real x)
{
    key bits;
    memcpy(&bits, &x, sizeof bits);
    key magnitude = bits & KEY_NAN;
    key ordered = bits < 0 ? ~magnitude : magnitude;
    return magnitude > KEY_INFINITY ? KEY_NAN : ordered;
}

INLINE real value_of(key k)
{
    key bits = k < 0 ? ~k | KEY_LEAST : k;
    real x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void emit(const extreme_job *job, const sb_piece *piece, int64_t offset, extreme found)
{
    const sb_cut *cut = &job->cut;
    char *p = piece->output + offset * cut->out;
    real value = value_of(found.key);
    if (job->partials)
        job->partials[(piece->outer * cut->width + piece->first + offset) * cut->chunks +
                      piece->chunk] = found;
    else if (job->indices)
        memcpy(p, &found.index, sizeof found.index);
    else
        store_row(&value, 1, p, 0, job->reduction->out_format);
}

/* ---- rows ---- */

static key largest_key(const real *x, int64_t n)
{
    enum { SIDE = 4 * LANES }; /* independent maxima, several vectors of them */
    key side[SIDE], largest = KEY_LEAST;
    for (int s = 0; s < SIDE; ++s)
        side[s] = KEY_LEAST;
    int64_t i = 0;
    for (; i + SIDE <= n; i += SIDE)
        for (int s = 0; s < SIDE; ++s) {
            key k = key_of(x[i + s]);
            side[s] = k > side[s] ? k : side[s];
        }
    for (; i < n; ++i)
        side[0] = key_of(x[i]) > side[0] ? key_of(x[i]) : side[0];
    for (int s = 0; s < SIDE; ++s)
        largest = side[s] > largest ? side[s] : largest;
    return largest;
}

static int64_t first_with_key(const real *x, key wanted)
{
    int64_t i = 0;
    while (key_of(x[i]) != wanted)
        ++i;
    return i;
}

static void extreme_rows(const extreme_job *job, const sb_piece *piece, real *buffer)
{
    const sb_reduction *reduction = job->reduction;
    for (int64_t j = 0; j < piece->count; ++j) {
        const char *base = piece->input + j * job->cut.in;
        bool direct = reduction->reduced.rank == 1 &&
                      row_is_direct(base, reduction->reduced.in[0], reduction->in_format);
        extreme found = {KEY_LEAST, 0};
        for (int64_t done = 0; done < piece->terms; done += GATHERED) {
            int64_t n = piece->terms - done < GATHERED ? piece->terms - done : GATHERED;
            const real *x = (const real *)(const void *)base + piece->start + done;
            if (!direct) {
                gather_terms(reduction, base, piece->start + done, n, buffer);
                x = buffer;
            }
            key k = largest_key(x, n);
            if (k > found.key) {
                found.key = k;
                found.index = job->indices ? piece->start + done + first_with_key(x, k) : 0;
            }
        }
        emit(job, piece, j, found);
    }
}

/* ---- columns ---- */

static void extreme_columns(const extreme_job *job, const sb_piece *piece, real *buffer)
{
    const sb_reduction *reduction = job->reduction;
    int64_t size = (int64_t)sb_format_size(reduction->in_format), n = piece->count;
    int64_t *index = (int64_t *)(void *)buffer;
    key *largest = (key *)(index + job->cut.segment);
    real *row = (real *)(largest + job->cut.segment);
    for (int64_t j = 0; j < n; ++j) {
        largest[j] = KEY_LEAST;
        index[j] = 0;
    }
    for (int64_t i = piece->start; i < piece->start + piece->terms; ++i) {
        const char *p = piece->input + sb_term_offset(reduction, i);
        const real *x = (const real *)(const void *)p;
        if (!row_is_direct(p, size, reduction->in_format)) {
            load_row(p, size, reduction->in_format, n, row);
            x = row;
        }
        for (int64_t j = 0; job->indices && j < n; ++j)
            index[j] = key_of(x[j]) > largest[j] ? i : index[j];
        for (int64_t j = 0; j < n; ++j) {
            key k = key_of(x[j]);
            largest[j] = k > largest[j] ? k : largest[j];
        }
    }
    for (int64_t j = 0; j < n; ++j)
        emit(job, piece, j, (extreme){largest[j], index[j]});
}

/* ---- the whole ---- */

static void extreme_task(void *argument, int64_t task, int thread)
{
    const extreme_job *job = argument;
    real *scratch = (real *)(void *)(job->scratch + (size_t)thread * job->scratch_size);
    sb_piece piece = sb_cut_piece(job->reduction, &job->cut, task);
    if (job->cut.by_columns)
        extreme_columns(job, &piece, scratch);
    else
        extreme_rows(job, &piece, scratch);
}

static void join_chunks(extreme_job *job)
{
    const extreme *partial = job->partials;
    job->partials = NULL;
    for (int64_t number = 0; number < job->reduction->outputs; ++number) {
        extreme found = *partial++;
        for (int64_t i = 1; i < job->cut.chunks; ++i, ++partial)
            if (partial->key > found.key)
                found = *partial;
        int64_t offset = sb_loops_offset(&job->reduction->kept, job->reduction->kept.out, number);
        sb_piece piece = {.output = job->reduction->output + offset};
        emit(job, &piece, 0, found);
    }
}

sb_status REAL(sb_extreme_reduce)(sb_context *context, sb_reduction *reduction)
{
    if (reduction->outputs == 0)
        return SB_OK;
    extreme_job job = {.reduction = reduction, .indices = reduction->out_format == SB_I64};
    job.cut = sb_cut_of(reduction, context->threads);
    job.scratch_size = sb_scratch_rounded(
        job.cut.by_columns ? (size_t)job.cut.segment * (8 + sizeof(key) + sizeof(real))
                           : GATHERED * sizeof(real));
    size_t threads = sb_scratch_parts(context->threads, sb_cut_tasks(&job.cut));
    size_t partials = job.cut.chunks > 1
        ? (size_t)(reduction->outputs * job.cut.chunks) * sizeof(extreme) : 0;
    char *scratch = sb_scratch_take(threads * job.scratch_size + partials);
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a reduction",
                       context->call->op);
    job.scratch = scratch;
    if (partials)
        job.partials = (extreme *)(void *)(scratch + threads * job.scratch_size);
    sb_parallel(context, sb_cut_tasks(&job.cut), extreme_task, &job);
    if (partials)
        join_chunks(&job);
    sb_scratch_give(scratch);
    return SB_OK;
}
