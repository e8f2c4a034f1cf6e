/* skinny_strips.h - few rows of A where B is not contiguous along k; a template, after pack.h.
 *
 * A strip of C stays in the cache while eight rows of B at a time stream past.
 */
#ifndef SB_CONTRACT_SKINNY_STRIPS_H
#define SB_CONTRACT_SKINNY_STRIPS_H

#include "contract/pack.h"
#include "contract/skinny_job.h"
#include "reduce/counter.h"

enum { STREAMS = 8, SKINNY_STRIP = 2048 };

/* sums[i][j] = chain over `terms` (at most STREAMS) rows of B, going on from sums or from -0. */
INLINE void skinny_stream(const int rows, const int terms, bool first, const real *a, int64_t a_ld,
                          const real *const *b, int64_t width, real *sums, int64_t strip)
{
    for (int64_t j = 0; j < width; j += LANES) {
        vreal row[STREAMS];
        int lanes = width - j < LANES ? (int)(width - j) : LANES;
        UNROLL for (int t = 0; t < terms; ++t) row[t] =
            lanes == LANES ? v_load(b[t] + j) : v_load_first(b[t] + j, lanes);
        UNROLL for (int i = 0; i < rows; ++i)
        {
            vreal sum = first ? v_set((real)-0.0) : v_load(sums + i * strip + j);
            UNROLL for (int t = 0; t < terms; ++t) sum = v_fma(v_set(a[i * a_ld + t]), row[t], sum);
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
    case 6: skinny_strip(6, job, j, scratch); break;
    case 7: skinny_strip(7, job, j, scratch); break;
    case 8: skinny_strip(8, job, j, scratch); break;
    case 9: skinny_strip(9, job, j, scratch); break;
    case 10: skinny_strip(10, job, j, scratch); break;
    case 11: skinny_strip(11, job, j, scratch); break;
    case 12: skinny_strip(12, job, j, scratch); break;
    default: skinny_strip(13, job, j, scratch); break;
    }
}

#endif
