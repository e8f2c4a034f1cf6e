/* skinny.h - up to SB_SKINNY_ROWS rows of A, bound by reading B once; a template, after pack.h.
 *
 * B contiguous along k: LANES columns are transposed in registers, so a lane is a column.
 * Otherwise: strips of C stay in the cache while eight rows of B at a time stream past.
 * Either way an element is a chain of fma with k ascending, and a binary counter joins the blocks.
 */
#ifndef SB_CONTRACT_SKINNY_H
#define SB_CONTRACT_SKINNY_H

#include "contract/pack.h"
#include "memory/scratch.h"
#include "reduce/counter.h"

enum { STREAMS = 8, SKINNY_STRIP = 2048, COLUMN_GROUPS = 4, FLIGHTS = 2 };

typedef struct skinny_job {
    const sb_product *product;
    const real *a; /* rows of A, a_ld apart */
    int64_t a_ld, strip;
    char *scratch;
    size_t scratch_size;
} skinny_job;

static bool skinny_by_columns(const sb_product *product)
{
    return product->b.row == (int64_t)sb_format_size(product->b.format);
}

/* ---- B contiguous along k ---- */

typedef struct column_sums {
    vreal levels[SB_MAX_LEVELS][SB_SKINNY_ROWS], result[SB_SKINNY_ROWS];
} column_sums;

/* out[i][f] = block f of row i for LANES columns; columns[c * ld + k]. */
INLINE void skinny_block(const int rows, const int flights, int64_t terms, const real *a,
                         int64_t a_ld, const real *columns, int64_t ld,
                         vreal out[SB_SKINNY_ROWS][FLIGHTS])
{
    vreal sum[SB_SKINNY_ROWS][FLIGHTS];
    UNROLL for (int i = 0; i < rows; ++i)
        UNROLL for (int f = 0; f < flights; ++f) sum[i][f] = v_set((real)-0.0);
    int64_t k = 0;
    for (; k + LANES <= terms; k += LANES)
        UNROLL for (int f = 0; f < flights; ++f) {
            vreal term[LANES];
            v_transpose(columns + f * SB_BLOCK + k, ld, term);
            UNROLL for (int t = 0; t < LANES; ++t)
                UNROLL for (int i = 0; i < rows; ++i)
                    sum[i][f] = v_fma(v_set(a[i * a_ld + f * SB_BLOCK + k + t]), term[t], sum[i][f]);
        }
    for (; k < terms; ++k)
        UNROLL for (int f = 0; f < flights; ++f) {
            real term[LANES];
            for (int c = 0; c < LANES; ++c)
                term[c] = columns[c * ld + f * SB_BLOCK + k];
            UNROLL for (int i = 0; i < rows; ++i)
                sum[i][f] = v_fma(v_set(a[i * a_ld + f * SB_BLOCK + k]), v_load(term), sum[i][f]);
        }
    UNROLL for (int i = 0; i < rows; ++i)
        UNROLL for (int f = 0; f < flights; ++f) out[i][f] = sum[i][f];
}

/* Add block `number` to the counter; the last one gives the result. */
INLINE void skinny_push(const int rows, column_sums *sums, int64_t number, bool last,
                        vreal sum[SB_SKINNY_ROWS][FLIGHTS], int flight)
{
    vreal *to = last ? sums->result : sums->levels[counter_free_level(number)];
    UNROLL for (int i = 0; i < rows; ++i) {
        vreal merged = sum[i][flight];
        for (int level = 0; number >> level; ++level)
            if (counter_merges(number, last, level))
                merged = v_add(sums->levels[level][i], merged);
        to[i] = merged;
    }
}

/* LANES columns from j on, or as many as there are. */
INLINE void skinny_columns(const int rows, const skinny_job *job, int64_t j, real *staged)
{
    enum { SPAN = FLIGHTS * SB_BLOCK };
    const sb_product *product = job->product;
    sb_matrix turned = matrix_transposed(matrix_at(product->b, 0, j));
    int64_t columns = product->n - j < LANES ? product->n - j : LANES;
    bool direct = columns == LANES && columns_are_direct(&turned);
    int64_t blocks = divide_up(product->k, SB_BLOCK), ld = turned.row / (int64_t)sizeof(real);
    column_sums sums;
    for (int64_t block = 0; block < blocks;) {
        int64_t k = block * SB_BLOCK, terms = product->k - k < SPAN ? product->k - k : SPAN;
        const real *x = (const real *)(const void *)turned.data + k, *a = job->a + k;
        vreal sum[SB_SKINNY_ROWS][FLIGHTS];
        if (!direct) {
            pack_block(matrix_at(turned, 0, k), columns, columns, terms, staged, SPAN);
            x = staged;
            ld = SPAN;
        }
        if (terms == SPAN) {
            skinny_block(rows, FLIGHTS, SB_BLOCK, a, job->a_ld, x, ld, sum);
            for (int f = 0; f < FLIGHTS; ++f, ++block)
                skinny_push(rows, &sums, block, block == blocks - 1, sum, f);
            continue;
        }
        for (; terms > 0; terms -= SB_BLOCK, a += SB_BLOCK, x += SB_BLOCK, ++block) {
            skinny_block(rows, 1, terms < SB_BLOCK ? terms : SB_BLOCK, a, job->a_ld, x, ld, sum);
            skinny_push(rows, &sums, block, block == blocks - 1, sum, 0);
        }
    }
    real results[SB_SKINNY_ROWS * LANES];
    UNROLL for (int i = 0; i < rows; ++i) v_store(results + i * LANES, sums.result[i]);
    finish_block(product, 0, j, rows, columns, results, LANES);
}

static void skinny_columns_task(void *argument, int64_t task, int thread)
{
    const skinny_job *job = argument;
    real *staged = (real *)(void *)(job->scratch + (size_t)thread * job->scratch_size);
    int64_t first = task * COLUMN_GROUPS * LANES, end = first + COLUMN_GROUPS * LANES;
    for (int64_t j = first; j < end && j < job->product->n; j += LANES)
        switch (job->product->m) {
        case 1: skinny_columns(1, job, j, staged); break;
        case 2: skinny_columns(2, job, j, staged); break;
        case 3: skinny_columns(3, job, j, staged); break;
        case 4: skinny_columns(4, job, j, staged); break;
        case 5: skinny_columns(5, job, j, staged); break;
        default: skinny_columns(6, job, j, staged); break;
        }
}

/* ---- strips ---- */

/* sums[i][j] = chain over `terms` (at most STREAMS) rows of B, going on from sums or from -0. */
INLINE void skinny_stream(const int rows, const int terms, bool first, const real *a, int64_t a_ld,
                          const real *const *b, int64_t width, real *sums, int64_t strip)
{
    for (int64_t j = 0; j < width; j += LANES) {
        vreal row[STREAMS];
        int lanes = width - j < LANES ? (int)(width - j) : LANES;
        UNROLL for (int t = 0; t < terms; ++t)
            row[t] = lanes == LANES ? v_load(b[t] + j) : v_load_first(b[t] + j, lanes);
        UNROLL for (int i = 0; i < rows; ++i) {
            vreal sum = first ? v_set((real)-0.0) : v_load(sums + i * strip + j);
            UNROLL for (int t = 0; t < terms; ++t)
                sum = v_fma(v_set(a[i * a_ld + t]), row[t], sum);
            v_store(sums + i * strip + j, sum);
        }
    }
}

/* One block of a strip: columns j .. j + width - 1. */
INLINE void skinny_strip_block(const int rows, const skinny_job *job, int64_t k, int64_t terms,
                               int64_t j, int64_t width, real *sums, real *staged)
{
    sb_matrix b = job->product->b;
    for (int64_t t = 0; t < terms;) {
        int64_t streams = terms - t < STREAMS ? 1 : STREAMS;
        const real *row[STREAMS];
        for (int64_t s = 0; s < streams; ++s) {
            sb_matrix part = matrix_at(b, k + t + s, j);
            row[s] = (const real *)(const void *)part.data;
            if (!row_is_direct(part.data, part.column, part.format)) {
                load_row(part.data, part.column, part.format, width, staged + s * job->strip);
                row[s] = staged + s * job->strip;
            }
        }
        const real *a = job->a + k + t;
        if (streams == STREAMS)
            skinny_stream(rows, STREAMS, t == 0, a, job->a_ld, row, width, sums, job->strip);
        else
            skinny_stream(rows, 1, t == 0, a, job->a_ld, row, width, sums, job->strip);
        t += streams;
    }
}

INLINE void skinny_strip(const int rows, const skinny_job *job, int64_t j, real *scratch)
{
    const sb_product *product = job->product;
    int64_t size = rows * job->strip, blocks = divide_up(product->k, SB_BLOCK);
    int64_t width = product->n - j < job->strip ? product->n - j : job->strip;
    real *staged = scratch, *sums = scratch + STREAMS * job->strip, *levels = sums + size;
    for (int64_t block = 0; block < blocks; ++block) {
        int64_t k = block * SB_BLOCK, left = product->k - k;
        bool last = block == blocks - 1;
        skinny_strip_block(rows, job, k, left < SB_BLOCK ? left : SB_BLOCK, j, width, sums, staged);
        for (int level = 0; block >> level; ++level)
            if (counter_merges(block, last, level))
                for (int64_t i = 0; i < size; i += LANES)
                    v_store(sums + i, v_add(v_load(levels + level * size + i), v_load(sums + i)));
        if (!last)
            memcpy(levels + counter_free_level(block) * size, sums, (size_t)size * sizeof(real));
    }
    finish_block(product, 0, j, rows, width, sums, job->strip);
}

static void skinny_strip_task(void *argument, int64_t task, int thread)
{
    const skinny_job *job = argument;
    real *scratch = (real *)(void *)(job->scratch + (size_t)thread * job->scratch_size);
    int64_t j = task * job->strip;
    switch (job->product->m) {
    case 1: skinny_strip(1, job, j, scratch); break;
    case 2: skinny_strip(2, job, j, scratch); break;
    case 3: skinny_strip(3, job, j, scratch); break;
    case 4: skinny_strip(4, job, j, scratch); break;
    case 5: skinny_strip(5, job, j, scratch); break;
    default: skinny_strip(6, job, j, scratch); break;
    }
}

/* ---- the whole ---- */

static int64_t skinny_strip_width(const sb_product *product, int threads)
{
    int64_t share = divide_up(divide_up(product->n, threads), 64) * 64;
    return share < SKINNY_STRIP ? share : SKINNY_STRIP;
}

static size_t skinny_thread_size(const sb_product *product, int threads)
{
    int64_t strip = skinny_strip_width(product, threads), reals = LANES * FLIGHTS * SB_BLOCK;
    int levels = counter_levels(divide_up(product->k, SB_BLOCK));
    if (!skinny_by_columns(product))
        reals = (STREAMS + (levels + 1) * product->m) * strip;
    return sb_scratch_rounded((size_t)reals * sizeof(real));
}

static size_t skinny_a_size(const sb_product *product)
{
    return columns_are_direct(&product->a)
        ? 0 : sb_scratch_rounded((size_t)(product->m * product->k) * sizeof(real));
}

static size_t skinny_size(const sb_product *product, int threads)
{
    return skinny_a_size(product) + (size_t)threads * skinny_thread_size(product, threads);
}

static void skinny_run(sb_context *context, const sb_product *product, char *scratch)
{
    size_t a_size = skinny_a_size(product);
    skinny_job job = {.product = product, .scratch = scratch + a_size};
    job.a = (const real *)(const void *)product->a.data;
    job.a_ld = product->a.row / (int64_t)sizeof(real);
    job.strip = skinny_strip_width(product, context->threads);
    job.scratch_size = skinny_thread_size(product, context->threads);
    if (a_size) {
        real *a = (real *)(void *)scratch;
        pack_block(product->a, product->m, product->m, product->k, a, product->k);
        job.a = a;
        job.a_ld = product->k;
    }
    if (skinny_by_columns(product))
        sb_parallel(context, divide_up(product->n, COLUMN_GROUPS * LANES), skinny_columns_task, &job);
    else
        sb_parallel(context, divide_up(product->n, job.strip), skinny_strip_task, &job);
}

#endif
