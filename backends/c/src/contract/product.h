/* product.h - matrix products whose every element is the contraction T4, and their parts.
 *
 * C[m, n] = round(sum_k A[m, k] * B[k, n] + bias): blocks of 256 terms by a chain of fma from -0,
 * the blocks joined by the tree T1. How the work is cut is chosen for speed and changes no bit:
 *
 *   product.c      from the arrays of a call to products, batches, empty cases
 *   dot            one element: LANES blocks at a time, one in each lane
 *   skinny         few rows of A: B is read once and never copied
 *   gemm           all else: packed panels, micro-kernels, one counter of levels for each tile
 *   integer        8-bit integers, exact modulo 2^32
 *   linear.c       from the arrays of linear to products
 *   aligned/       the products of clause T11, whose operands come the same way
 */
#ifndef SB_CONTRACT_PRODUCT_H
#define SB_CONTRACT_PRODUCT_H

#include "contract/matrix.h"

/* Whether few rows of A make it a product for skinny.h: bound by reading B, which is read once. */
static inline bool sb_product_is_skinny(const sb_product *p)
{
    bool along_k = p->b.row == (int64_t)sb_format_size(p->b.format);
    return p->m <= (along_k ? SB_SKINNY_ROWS : SB_STRIP_ROWS);
}

/* sb_product_size: bytes of scratch that the product needs with that many threads (k, m, n >= 1).
 * sb_product_run: compute it with at most context->threads threads; `scratch` has that size. */
size_t sb_product_size_f32(const sb_product *product, int threads);
size_t sb_product_size_f64(const sb_product *product, int threads);
void sb_product_run_f32(sb_context *context, const sb_product *product, char *scratch);
void sb_product_run_f64(sb_context *context, const sb_product *product, char *scratch);
/* The same for k = 1 without a bias; no scratch, and m or n may be 0. */
void sb_outer_run_f32(sb_context *context, const sb_product *product);
void sb_outer_run_f64(sb_context *context, const sb_product *product);

/* `count` products, their operands and results `a`, `b` and `c` bytes apart, in threads as the work
 * is worth; of floats, or of 8-bit integers. Allocates scratch: SB_NO_MEMORY where there is none.
 */
sb_status sb_product_batch(sb_context *context, const sb_product *first, int64_t count, int64_t a,
                           int64_t b, int64_t c);

/* The ops dot, matmul and bmm: the formats of formats.h, a bias in the result's. */
bool sb_product_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count);
/* The attributes of matmul and bmm: transpose_a, transpose_b. */
extern const sb_parameter sb_product_parameters[];
/* `rank` is 1 for dot, 2 for matmul, 3 for bmm. */
sb_status sb_product_call(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                          int rank);

/* The ops linear and linear_aligned: x[..., K] times weight[N, K] transposed. */
sb_status sb_linear_call(sb_context *context, const sb_array *inputs, const sb_array *outputs);

#endif
