/* matrix.h - descriptions of a matrix in memory and of a product of two matrices, for product.h and
 * integer.h.
 */
#ifndef SB_CONTRACT_MATRIX_H
#define SB_CONTRACT_MATRIX_H

#include "kernel.h"

enum {
    SB_BLOCK = 256,     /* terms of a block (clause T4) */
    SB_SKINNY_ROWS = 6, /* packing B does not pay for up to this number of rows of A */
    SB_STRIP_ROWS = 13, /* the same limit if rows of B are contiguous */
    SB_MAX_BLOCK_LEVELS = 56
};

/* A matrix in memory: strides in bytes, any alignment. */
typedef struct sb_matrix {
    char *data;
    int64_t row, column;
    int32_t format;
} sb_matrix;

typedef struct sb_product {
    int64_t m, n, k;
    sb_matrix a, b, c; /* A[m, k], B[k, n], C[m, n] */
    sb_matrix bias;    /* indexed [i, j] like C, so one stride is 0; data is NULL without a bias */
    int width_a, width_b; /* widths of aligned integers (clause T11); 0: a contraction T4 */
} sb_product;

static inline int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* Return the submatrix that begins at (i, j). */
static inline sb_matrix matrix_at(sb_matrix x, int64_t i, int64_t j)
{
    x.data += i * x.row + j * x.column;
    return x;
}

static inline sb_matrix matrix_transposed(sb_matrix x)
{
    return (sb_matrix){x.data, x.column, x.row, x.format};
}

/* Return the product C^T = B^T A^T. Its elements are computed by the same chains of fma. */
static inline sb_product sb_product_transposed(const sb_product *p)
{
    return (sb_product){p->n,
                        p->m,
                        p->k,
                        matrix_transposed(p->b),
                        matrix_transposed(p->a),
                        matrix_transposed(p->c),
                        matrix_transposed(p->bias),
                        p->width_b,
                        p->width_a};
}

#endif
