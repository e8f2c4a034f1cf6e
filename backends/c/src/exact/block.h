/* block.h - the exact sum of up to SB_EXACT_BLOCK contiguous terms (clause T10). */
#ifndef SB_EXACT_BLOCK_H
#define SB_EXACT_BLOCK_H

#include "exact/accumulator.h"

enum { SB_EXACT_BLOCK = 2048 };

/* Add x[0 .. n-1], n <= SB_EXACT_BLOCK. The values may be infinite or NaN. */
void sb_exact_block_f32(const sb_exact_kind *kind, sb_exact *sum, const float *x, int n);
void sb_exact_block_f64(const sb_exact_kind *kind, sb_exact *sum, const double *x, int n);

/* Add the products a[i] * b[i] in the same way. */
void sb_exact_products_block_f32(const sb_exact_kind *kind, sb_exact *sum, const float *a,
                                 const float *b, int n);
void sb_exact_products_block_f64(const sb_exact_kind *kind, sb_exact *sum, const double *a,
                                 const double *b, int n);

#endif
