/* aligned.h - products of matrices whose every element is an aligned contraction (clause T11).
 *
 * In each block of 256 terms a row of A and a column of B are whole numbers q of units 2^u; the sum
 * of their products is an exact integer I, and I * 2^(ua + ub) is rounded once. Blocks are summed
 * by the tree T1. How I is made changes no bit:
 *
 *   widths.c   the attribute `bits`
 *   product.c  packed panels in slabs of K, tiles, the counter of levels
 *   panel.c    alignment of many rows at once, and their digits of 16 bits, or bytes
 *   tile.c     sums of pairs of 16-bit products in 32 bits, and their one rounding in binary64
 *   vector.c   one row or one column: whole integers, 64 bits, no floating-point number
 *   ends.c     from operands of any format and layout, and to results
 */
#ifndef SB_CONTRACT_ALIGNED_H
#define SB_CONTRACT_ALIGNED_H

#include "contract/matrix.h"

/* The attributes of linear_aligned, and of the others. */
extern const sb_parameter sb_aligned_linear_parameters[];
extern const sb_parameter sb_aligned_parameters[];

/* As sb_product_supports, without f64 and integers. */
bool sb_aligned_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count);

/* The widths of the call, 0 in a product whose op has none. SB_INVALID where they are no widths. */
sb_status sb_aligned_widths(sb_context *context, sb_product *product);

/* As sb_product_size_f32 and sb_product_run_f32, for a product with widths. */
size_t sb_aligned_size(const sb_product *product, int threads);
void sb_aligned_run(sb_context *context, const sb_product *product, char *scratch);

/* One of m and n is 1. */
void sb_aligned_vector_run(sb_context *context, const sb_product *product);

/* out[i * ld + j] = x[i, j] in binary32. */
void sb_aligned_read(sb_matrix x, int64_t rows, int64_t columns, float *out, int64_t ld);

/* Finished sums to C[i, j]: bias, canonical NaN, the final rounding; `sums` is overwritten. */
void sb_aligned_finish(const sb_product *product, int64_t i, int64_t j, int64_t rows,
                       int64_t columns, float *sums, int64_t ld);

#endif
