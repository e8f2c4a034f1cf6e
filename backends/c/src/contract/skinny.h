/* skinny.h - products with up to SB_STRIP_ROWS rows of A, where reading B once limits the speed: a
 * template, included after pack.h.
 *
 * For both layouts of B, a block of an element is a chain of fma with k ascending, and a binary
 * counter joins the blocks.
 */
#ifndef SB_CONTRACT_SKINNY_H
#define SB_CONTRACT_SKINNY_H

#include "contract/skinny_columns.h"
#include "contract/skinny_strips.h"
#include "memory/scratch.h"

static bool skinny_by_columns(const sb_product *product)
{
    return product->b.row == (int64_t)sb_format_size(product->b.format);
}

static int64_t skinny_strip_width(const sb_product *product, int threads)
{
    int64_t share = divide_up(divide_up(product->n, threads), 64) * 64;
    return share < SKINNY_STRIP ? share : SKINNY_STRIP;
}

static size_t skinny_thread_size(const sb_product *product, int threads)
{
    int64_t strip = skinny_strip_width(product, threads), reals = LANES * SB_BLOCK;
    int levels = counter_levels(divide_up(product->k, SB_BLOCK));
    if (!skinny_by_columns(product))
        reals = (STREAMS + (levels + 1) * product->m) * strip;
    return sb_scratch_rounded((size_t)reals * sizeof(real));
}

static size_t skinny_a_size(const sb_product *product)
{
    return columns_are_direct(&product->a)
               ? 0
               : sb_scratch_rounded((size_t)(product->m * product->k) * sizeof(real));
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
        sb_parallel(context, divide_up(product->n, COLUMN_GROUPS * LANES), skinny_columns_task,
                    &job);
    else
        sb_parallel(context, divide_up(product->n, job.strip), skinny_strip_task, &job);
}

#endif
