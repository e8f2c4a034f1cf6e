/* skinny_strips.h - few rows of A, and B not contiguous along k: a template, included after pack.h.
 *
 * A strip of C stays in the cache while rows of B are read, eight at a time.
 */
#ifndef SB_CONTRACT_SKINNY_STRIPS_H
#define SB_CONTRACT_SKINNY_STRIPS_H

#include "contract/finish.h"
#include "contract/skinny_job.h"
#include "reduce/counter.h"

enum { STREAMS = 8, SKINNY_STRIP = 2048 };

#if SB_HARDWARE_FMA
#define EACH_ROW UNROLL
#else
/* Without hardware fma, one fma takes many operations, so a loop over the rows costs little. */
#define EACH_ROW
#endif

/* Compute sums[i][j], chains over `terms` (at most STREAMS) rows of B. They start from sums, or
 * from -0 if `first` is set. */
INLINE void skinny_stream(const int rows, const int terms, bool first, const real *a, int64_t a_ld,
                          const real *const *b, int64_t width, real *sums, int64_t strip)
{
    const real *from[STREAMS]; /* copies in registers, which no store can alias */
    UNROLL for (int t = 0; t < terms; ++t) from[t] = b[t];
    for (int64_t j = 0; j < width; j += LANES) {
        vreal row[STREAMS];
        int lanes = width - j < LANES ? (int)(width - j) : LANES;
        UNROLL for (int t = 0; t < terms; ++t) row[t] =
            lanes == LANES ? v_load(from[t] + j) : v_load_first(from[t] + j, lanes);
        EACH_ROW for (int i = 0; i < rows; ++i)
        {
            vreal sum = first ? v_set((real)-0.0) : v_load(sums + i * strip + j);
            UNROLL for (int t = 0; t < terms; ++t) sum = v_fma(v_set(a[i * a_ld + t]), row[t], sum);
            v_store(sums + i * strip + j, sum);
        }
    }
}
#undef EACH_ROW

/* Find `count` rows of B from row k and column j on: in place, or copied to `staged`. */
static void strip_rows(const skinny_job *job, int64_t k, int64_t count, int64_t j, int64_t width,
                       real *staged, const real **row)
{
    for (int64_t s = 0; s < count; ++s) {
        sb_matrix part = matrix_at(job->product->b, k + s, j);
        row[s] = (const real *)(const void *)part.data;
        if (!row_is_direct(part.data, part.column, part.format)) {
            read_row(part.data, part.column, part.format, width, staged + s * job->strip);
            row[s] = staged + s * job->strip;
        }
    }
}

/* Compute one block of a strip: columns j .. j + width - 1. */
INLINE void skinny_strip_block(const int rows, const skinny_job *job, int64_t k, int64_t terms,
                               int64_t j, int64_t width, real *sums, real *staged)
{
    for (int64_t t = 0; t < terms;) {
        int64_t streams = terms - t < STREAMS ? 1 : STREAMS;
        const real *row[STREAMS], *a = job->a + k + t;
        strip_rows(job, k + t, streams, j, width, staged, row);
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

typedef void strip_kernel(const skinny_job *job, int64_t j, real *scratch);

/* One function for each number of rows. A single function for all numbers would take several times
 * as long to compile. */
#if SB_HARDWARE_FMA
#define SB_STRIP_KERNEL(rows)                                                                      \
    static void strip_##rows(const skinny_job *job, int64_t j, real *scratch)                      \
    {                                                                                              \
        skinny_strip(rows, job, j, scratch);                                                       \
    }
SB_STRIP_KERNEL(1)
SB_STRIP_KERNEL(2)
SB_STRIP_KERNEL(3)
SB_STRIP_KERNEL(4)
SB_STRIP_KERNEL(5)
SB_STRIP_KERNEL(6)
SB_STRIP_KERNEL(7)
SB_STRIP_KERNEL(8)
SB_STRIP_KERNEL(9)
SB_STRIP_KERNEL(10)
SB_STRIP_KERNEL(11)
SB_STRIP_KERNEL(12)
SB_STRIP_KERNEL(13)
#undef SB_STRIP_KERNEL

static strip_kernel *strip_kernel_for(int64_t rows)
{
    static strip_kernel *const kernels[SB_STRIP_ROWS] = {
        strip_1, strip_2, strip_3,  strip_4,  strip_5,  strip_6, strip_7,
        strip_8, strip_9, strip_10, strip_11, strip_12, strip_13};
    return kernels[rows - 1];
}
#else
static void strip_any(const skinny_job *job, int64_t j, real *scratch)
{
    skinny_strip((int)job->product->m, job, j, scratch);
}

static strip_kernel *strip_kernel_for(int64_t rows)
{
    (void)rows;
    return strip_any;
}
#endif

static void skinny_strip_task(void *argument, int64_t task, int thread)
{
    const skinny_job *job = argument;
    real *scratch = (real *)(void *)(job->scratch + (size_t)thread * job->scratch_size);
    strip_kernel_for(job->product->m)(job, task * job->strip, scratch);
}

#endif
