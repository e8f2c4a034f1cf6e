/* tree.h - the canonical tree T1 over contiguous values, with additions or multiplications (T3).
 *
 * An absent leaf is the identity of the operation (-0, or 1), so a tail is never padded with +0. A
 * NaN among the values gives a NaN. The code that stores the result makes it canonical.
 */
#ifndef SB_REDUCE_TREE_H
#define SB_REDUCE_TREE_H

#include <stdint.h>

/* Return T1 of x[0 .. n-1], n >= 1. */
float sb_tree_sum_f32(const float *x, int64_t n);
double sb_tree_sum_f64(const double *x, int64_t n);
float sb_tree_product_f32(const float *x, int64_t n);
double sb_tree_product_f64(const double *x, int64_t n);

/* Compute totals[r] = T1 of x[r * ld .. r * ld + n - 1] for `count` rows, n >= 1. This is fast for
 * short rows. */
void sb_tree_sum_rows_f32(const float *x, int64_t ld, int64_t count, int64_t n, float *totals);
void sb_tree_sum_rows_f64(const double *x, int64_t ld, int64_t count, int64_t n, double *totals);
void sb_tree_product_rows_f32(const float *x, int64_t ld, int64_t count, int64_t n, float *totals);
void sb_tree_product_rows_f64(const double *x, int64_t ld, int64_t count, int64_t n,
                              double *totals);

#endif
