/* dot.h - one element, the sum of a[k] * b[k]: a template, included after pack.h.
 *
 * The 256 fma of a block are a chain and cannot run in parallel, but the chains of different blocks
 * are independent. So LANES blocks run in parallel, one in each lane. Absent terms are (-0) * (+0)
 * = -0, the identity of addition.
 */
#ifndef SB_CONTRACT_DOT_H
#define SB_CONTRACT_DOT_H

#include "contract/finish.h"
#include "memory/scratch.h"
#include "reduce/tree.h"

enum { DOT_GROUP = LANES * SB_BLOCK };

typedef struct dot_job {
    const sb_product *product;
    real *blocks; /* one sum per block, and space up to a whole group */
    char *staged; /* two groups of terms for each thread */
} dot_job;

static size_t dot_staged_size(void) { return sb_scratch_rounded(2 * DOT_GROUP * sizeof(real)); }

static size_t dot_blocks_size(int64_t k)
{
    return sb_scratch_rounded((size_t)(divide_up(k, DOT_GROUP) * LANES) * sizeof(real));
}

static size_t dot_size(const sb_product *product, int threads)
{
    return dot_blocks_size(product->k) + (size_t)threads * dot_staged_size();
}

/* Return a whole group of contiguous terms: `count` elements from `p` on, followed by copies of
 * `absent`. */
static const real *dot_terms(const char *p, int64_t stride, int32_t format, int64_t count,
                             real absent, real *staged)
{
    if (count == DOT_GROUP && row_is_direct(p, stride, format))
        return (const real *)(const void *)p;
    read_row(p, stride, format, count, staged);
    for (int64_t k = count; k < DOT_GROUP; ++k) staged[k] = absent;
    return staged;
}

static void dot_task(void *argument, int64_t group, int thread)
{
    const dot_job *job = argument;
    const sb_matrix *a = &job->product->a, *b = &job->product->b;
    real *staged = (real *)(void *)(job->staged + (size_t)thread * dot_staged_size());
    int64_t k = group * DOT_GROUP, left = job->product->k - k;
    int64_t count = left < DOT_GROUP ? left : DOT_GROUP;
    const real *x =
        dot_terms(a->data + k * a->column, a->column, a->format, count, (real)-0.0, staged);
    const real *y =
        dot_terms(b->data + k * b->row, b->row, b->format, count, 0, staged + DOT_GROUP);
    vreal sum = v_set((real)-0.0);
    for (int64_t t = 0; t < SB_BLOCK; t += LANES) {
        vreal u[LANES], v[LANES];
        v_transpose(x + t, SB_BLOCK, u);
        v_transpose(y + t, SB_BLOCK, v);
        UNROLL for (int i = 0; i < LANES; ++i) sum = v_fma(u[i], v[i], sum);
    }
    v_store(job->blocks + group * LANES, sum);
}

static void dot_run(sb_context *context, const sb_product *product, char *scratch)
{
    dot_job job = {product, (real *)(void *)scratch, scratch + dot_blocks_size(product->k)};
    sb_parallel(context, divide_up(product->k, DOT_GROUP), dot_task, &job);
    real sum = REAL(sb_tree_sum)(job.blocks, divide_up(product->k, SB_BLOCK));
    finish_block(product, 0, 0, 1, 1, &sum, 1);
}

#endif
