/* skinny_columns.h - few rows of A, and B contiguous along k: a template, included after pack.h.
 *
 * LANES columns of B are transposed in registers, so that each lane is a column, and B is read in
 * place. The shuffles of one square hide the latency of the fma chains of the previous square.
 * Reading a second block of k in parallel was slower, because the processor's prefetcher then no
 * longer recognises the rows.
 */
#ifndef SB_CONTRACT_SKINNY_COLUMNS_H
#define SB_CONTRACT_SKINNY_COLUMNS_H

#include "contract/finish.h"
#include "contract/skinny_job.h"
#include "reduce/counter.h"

enum {
    COLUMN_GROUPS = 4,               /* groups of LANES columns in a task */
    AHEAD_TERMS = 256 / sizeof(real) /* four cache lines */
};

/* Unfinished sums for LANES columns at each level, and the result. */
typedef struct column_sums {
    vreal levels[SB_MAX_LEVELS][SB_SKINNY_ROWS], result[SB_SKINNY_ROWS];
} column_sums;

/* Compute out[i], one block of row i, for the LANES columns columns[c * ld + k]. */
INLINE void skinny_block(const int rows, int64_t terms, const real *a, int64_t a_ld,
                         const real *columns, int64_t ld, vreal out[SB_SKINNY_ROWS])
{
    vreal sum[SB_SKINNY_ROWS];
    UNROLL for (int i = 0; i < rows; ++i) sum[i] = v_set((real)-0.0);
    int64_t k = 0;
    for (; k + LANES <= terms; k += LANES) {
        vreal term[LANES];
        UNROLL for (int c = 0; c < LANES; ++c)
            __builtin_prefetch(columns + c * ld + k + AHEAD_TERMS);
        v_transpose(columns + k, ld, term);
        UNROLL for (int t = 0; t < LANES; ++t) UNROLL for (int i = 0; i < rows; ++i) sum[i] =
            v_fma(v_set(a[i * a_ld + k + t]), term[t], sum[i]);
    }
    for (; k < terms; ++k) {
        real term[LANES];
        for (int c = 0; c < LANES; ++c) term[c] = columns[c * ld + k];
        UNROLL for (int i = 0; i < rows; ++i) sum[i] =
            v_fma(v_set(a[i * a_ld + k]), v_load(term), sum[i]);
    }
    UNROLL for (int i = 0; i < rows; ++i) out[i] = sum[i];
}

/* Add block `number` to the counter. The last block completes the result. */
INLINE void skinny_push(const int rows, column_sums *sums, int64_t number, bool last,
                        const vreal block[SB_SKINNY_ROWS])
{
    vreal *to = last ? sums->result : sums->levels[counter_free_level(number)];
    UNROLL for (int i = 0; i < rows; ++i)
    {
        vreal merged = block[i];
        for (int level = 0; number >> level; ++level)
            if (counter_merges(number, last, level))
                merged = v_add(sums->levels[level][i], merged);
        to[i] = merged;
    }
}

/* Compute LANES columns from j on, or all remaining columns if there are fewer. */
INLINE void skinny_columns(const int rows, const skinny_job *job, int64_t j, real *staged)
{
    const sb_product *product = job->product;
    sb_matrix turned = matrix_transposed(matrix_at(product->b, 0, j));
    int64_t columns = product->n - j < LANES ? product->n - j : LANES;
    bool direct = columns == LANES && columns_are_direct(&turned);
    int64_t blocks = divide_up(product->k, SB_BLOCK);
    int64_t ld = direct ? turned.row / (int64_t)sizeof(real) : SB_BLOCK;
    column_sums sums;
    for (int64_t block = 0; block < blocks; ++block) {
        int64_t k = block * SB_BLOCK;
        int64_t terms = product->k - k < SB_BLOCK ? product->k - k : SB_BLOCK;
        const real *x = (const real *)(const void *)turned.data + k;
        vreal sum[SB_SKINNY_ROWS];
        if (!direct) {
            pack_block(matrix_at(turned, 0, k), columns, columns, terms, staged, SB_BLOCK);
            x = staged;
        }
        skinny_block(rows, terms, job->a + k, job->a_ld, x, ld, sum);
        skinny_push(rows, &sums, block, block == blocks - 1, sum);
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
    for (int64_t j = first; j < end && j < job->product->n; j += LANES) switch (job->product->m) {
        case 1: skinny_columns(1, job, j, staged); break;
        case 2: skinny_columns(2, job, j, staged); break;
        case 3: skinny_columns(3, job, j, staged); break;
        case 4: skinny_columns(4, job, j, staged); break;
        case 5: skinny_columns(5, job, j, staged); break;
        default: skinny_columns(6, job, j, staged); break;
        }
}

#endif
