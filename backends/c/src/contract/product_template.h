/* product_template.h - the choice between dot, skinny, gemm and outer; included once for each type
 * `real`. */
#define SB_ROWS_INLINE
#include "simd/rows.h"

#include "contract/dot.h"
#include "contract/gemm.h"
#include "contract/outer.h"
#include "contract/skinny.h"

size_t REAL(sb_product_size)(const sb_product *product, int threads)
{
    if (product->m == 1 && product->n == 1)
        return dot_size(product, threads);
    return sb_product_is_skinny(product) ? skinny_size(product, threads)
                                         : gemm_size(product, threads);
}

/* Store sums without terms: +0, plus a bias. */
static void empty_sums(const sb_product *product)
{
    for (int64_t i = 0; i < product->m; ++i)
        for (int64_t j = 0; j < product->n; ++j) {
            real zero = 0;
            finish_block(product, i, j, 1, 1, &zero, 1);
        }
}

void REAL(sb_product_run)(sb_context *context, const sb_product *product, char *scratch)
{
    if (product->k == 0)
        empty_sums(product);
    else if (product->m == 1 && product->n == 1)
        dot_run(context, product, scratch);
    else if (sb_product_is_skinny(product))
        skinny_run(context, product, scratch);
    else
        gemm_run(context, product, scratch);
}

void REAL(sb_outer_run)(sb_context *context, const sb_product *product)
{
    outer_run(context, product);
}
