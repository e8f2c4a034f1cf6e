/* aligned.h - products of matrices whose every element is an aligned contraction (clause T11).
 *
 * In each block of 256 terms, a row of A and a column of B are integers q times units 2^u. The sum
 * of their products is an exact integer I, and I * 2^(ua + ub) is rounded once. Blocks are summed
 * by the tree T1. All ways to compute I give the same bits:
 *
 *   widths.c   the attribute `bits`
 *   product.c  packed panels in slabs of K, tiles, the counter of levels
 *   panel.c    alignment of many rows together, and their digits of 16 bits, or bytes
 *   tile.c     sums of pairs of 16-bit products in 32 bits, and their one rounding in binary64
 *   vector.c   one row or one column: whole integers in 64 bits, without floating-point numbers
 *   ends.c     conversion from operands of any format and layout, and to results
 */
#ifndef SB_CONTRACT_ALIGNED_H
#define SB_CONTRACT_ALIGNED_H

#include "contract/matrix.h"

/* The attributes of linear_aligned, and the attributes of the other aligned ops. */
extern const sb_parameter sb_aligned_linear_parameters[];
extern const sb_parameter sb_aligned_parameters[];

/* Same as sb_product_supports, but without f64 and integers. */
bool sb_aligned_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count);

/* Store the widths of the call in the product, or 0 if the op has none. Return SB_INVALID if they
 * are invalid. */
sb_status sb_aligned_widths(sb_context *context, sb_product *product);

/* Same as sb_product_size_f32 and sb_product_run_f32, for a product with widths. */
size_t sb_aligned_size(const sb_product *product, int threads);
void sb_aligned_run(sb_context *context, const sb_product *product, char *scratch);

/* Run a product in which m or n is 1. */
void sb_aligned_vector_run(sb_context *context, const sb_product *product);

/* Compute out[i * ld + j] = x[i, j] in binary32. */
void sb_aligned_read(sb_matrix x, int64_t rows, int64_t columns, float *out, int64_t ld);

/* Store finished sums at C[i, j], with bias, canonical NaN and the final rounding. `sums` is
 * overwritten. */
void sb_aligned_finish(const sb_product *product, int64_t i, int64_t j, int64_t rows,
                       int64_t columns, float *sums, int64_t ld);

#endif
