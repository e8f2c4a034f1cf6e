/* product.h - matrix products whose every element is the contraction T4, and their parts.
 *
 * C[m, n] = round(sum_k A[m, k] * B[k, n] + bias): each block of 256 terms is a chain of fma from
 * -0, and the tree T1 joins the blocks. The division of the work is chosen for speed and does not
 * change any bit:
 *
 *   product.c      from the arrays of a call to products, batches, empty cases
 *   dot            one element: LANES blocks in parallel, one in each lane
 *   skinny         few rows of A: B is read once and never copied
 *   gemm           all other products: packed panels, micro-kernels, one counter of levels per tile
 *   integer        8-bit integers, exact modulo 2^32
 *   linear.c       from the arrays of linear to products
 *   aligned/       the products of clause T11, whose operands are converted in the same way
 */
#ifndef SB_CONTRACT_PRODUCT_H
#define SB_CONTRACT_PRODUCT_H

#include "contract/matrix.h"

/* Return whether A has so few rows that skinny.h is faster: reading B limits the product, and
 * skinny.h reads B once. */
static inline bool sb_product_is_skinny(const sb_product *p)
{
    bool along_k = p->b.row == (int64_t)sb_format_size(p->b.format);
    return p->m <= (along_k ? SB_SKINNY_ROWS : SB_STRIP_ROWS);
}

/* sb_product_size returns the size in bytes of the scratch memory that the product needs with this
 * number of threads (k, m, n >= 1). sb_product_run computes the product with at most
 * context->threads threads, and scratch memory of that size. */
size_t sb_product_size_f32(const sb_product *product, int threads);
size_t sb_product_size_f64(const sb_product *product, int threads);
void sb_product_run_f32(sb_context *context, const sb_product *product, char *scratch);
void sb_product_run_f64(sb_context *context, const sb_product *product, char *scratch);
/* Compute a product with k = 1 and without a bias. It needs no scratch memory, and m or n may be
 * 0. */
void sb_outer_run_f32(sb_context *context, const sb_product *product);
void sb_outer_run_f64(sb_context *context, const sb_product *product);

/* Compute `count` products of floats or 8-bit integers. `a`, `b` and `c` are the distances in bytes
 * between consecutive operands and results. The function uses as many threads as the work
 * justifies. It allocates scratch memory, and returns SB_NO_MEMORY if that fails. */
sb_status sb_product_batch(sb_context *context, const sb_product *first, int64_t count, int64_t a,
                           int64_t b, int64_t c);

/* Return whether dot, matmul and bmm support these formats. The formats must be allowed by
 * formats.h, and a bias must have the result's format. */
bool sb_product_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count);
/* The attributes of matmul and bmm: transpose_a, transpose_b. */
extern const sb_parameter sb_product_parameters[];
/* Run dot (`rank` 1), matmul (`rank` 2) or bmm (`rank` 3). */
sb_status sb_product_call(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                          int rank);

/* Run linear or linear_aligned: x[..., K] times weight[N, K] transposed. */
sb_status sb_linear_call(sb_context *context, const sb_array *inputs, const sb_array *outputs);

#endif
