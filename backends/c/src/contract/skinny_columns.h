/* skinny_columns.h - few rows of A where B is contiguous along k; a template, after pack.h.
 *
 * LANES columns of B are transposed in registers, so a lane is a column and B is read in place. Two
 * blocks of k run side by side, for one chain of fma alone would wait for itself.
 */
#ifndef SB_CONTRACT_SKINNY_COLUMNS_H
#define SB_CONTRACT_SKINNY_COLUMNS_H

#include "contract/pack.h"
#include "contract/skinny_job.h"
#include "reduce/counter.h"

enum { COLUMN_GROUPS = 4, FLIGHTS = 2 };
enum { FAR_BYTES = 8 << 20, AHEAD_TERMS = 256 / sizeof(real) };

typedef struct column_sums {
    vreal levels[SB_MAX_LEVELS][SB_SKINNY_ROWS], result[SB_SKINNY_ROWS];
} column_sums;

/* out[i][f] = block f of row i for LANES columns; columns[c * ld + k], `far` away in memory. */
INLINE void skinny_block(const int rows, const int flights, int64_t terms, const real *a,
                         int64_t a_ld, const real *columns, int64_t ld, bool far,
                         vreal out[SB_SKINNY_ROWS][FLIGHTS])
{
    vreal sum[SB_SKINNY_ROWS][FLIGHTS];
    UNROLL for (int i = 0; i < rows; ++i)
        UNROLL for (int f = 0; f < flights; ++f) sum[i][f] = v_set((real)-0.0);
    int64_t k = 0;
    for (; k + LANES <= terms; k += LANES)
        UNROLL for (int f = 0; f < flights; ++f) {
            vreal term[LANES];
            const real *square = columns + f * SB_BLOCK + k, *first = a + f * SB_BLOCK + k;
            if (far)
                UNROLL for (int c = 0; c < LANES; ++c)
                    __builtin_prefetch(square + c * ld + AHEAD_TERMS);
            v_transpose(square, ld, term);
            UNROLL for (int t = 0; t < LANES; ++t)
                UNROLL for (int i = 0; i < rows; ++i)
                    sum[i][f] = v_fma(v_set(first[i * a_ld + t]), term[t], sum[i][f]);
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
    bool far = direct && product->n * product->k > FAR_BYTES / (int64_t)sizeof(real);
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
            skinny_block(rows, FLIGHTS, SB_BLOCK, a, job->a_ld, x, ld, far, sum);
            for (int f = 0; f < FLIGHTS; ++f, ++block)
                skinny_push(rows, &sums, block, block == blocks - 1, sum, f);
            continue;
        }
        for (; terms > 0; terms -= SB_BLOCK, a += SB_BLOCK, x += SB_BLOCK, ++block) {
            int64_t n = terms < SB_BLOCK ? terms : SB_BLOCK;
            skinny_block(rows, 1, n, a, job->a_ld, x, ld, far, sum);
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

#endif
