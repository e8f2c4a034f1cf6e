/* leaf_rows.h - trees T1 over rows whose leaves are computed when they are needed, each operation
 * rounded: a template, included after simd/vector_f32.h.
 *
 * A pass reduces LANES vectors of leaves to one vector of their nodes, in registers. The nodes of a
 * row are again a row, LANES times shorter, and sb_tree_sum_rows completes it (reduce/tree.h). For
 * short rows the leaves are stored instead, because many short rows are summed together.
 */
#ifndef SB_FUSED_LEAF_ROWS_H
#define SB_FUSED_LEAF_ROWS_H

#include "elementwise/elementwise.h"
#include "reduce/shuffles.h"
#include "reduce/tree.h"

enum { LEAF_SQUARE = LANES * LANES, LEAST_OF_NODES = 2 * LEAF_SQUARE };

typedef enum leaf {
    LEAF_ITSELF,     /* x, for columns only */
    LEAF_SQUARED,    /* x * x */
    LEAF_DEVIATION,  /* (x - m) * (x - m) */
    LEAF_PRODUCT,    /* x * y */
    LEAF_NORMALISED, /* y * ((x - m) * r) */
    LEAF_WEIGHTED    /* (y * w) * ((x - m) * r) */
} leaf;

/* Rows of operands, each with the distance between rows, and two numbers for each row. x replaces
 * an operand that the leaf does not use, and an unused array of numbers is NULL. */
typedef struct leaf_rows {
    const real *x, *y, *w;
    int64_t x_step, y_step; /* w is the same for every row */
    const real *m, *r;
} leaf_rows;

/* clang-format off */
#define LEAF(x, y, w, m, r)                                         \
    (kind == LEAF_SQUARED ? (x) * (x)                             \
     : kind == LEAF_DEVIATION ? ((x) - (m)) * ((x) - (m))           \
     : kind == LEAF_PRODUCT ? (x) * (y)                             \
     : kind == LEAF_NORMALISED ? (y) * (((x) - (m)) * (r))          \
     : ((y) * (w)) * (((x) - (m)) * (r)))
/* clang-format on */

/* Compute n leaves, for small n. */
INLINE void leaf_row(const leaf kind, const real *x, const real *y, const real *w, real m, real r,
                     int64_t n, real *leaves)
{
    SB_VECTORISE
    for (int64_t i = 0; i < n; ++i) leaves[i] = LEAF(x[i], y[i], w[i], m, r);
}

/* Compute the ceil(n / LANES) nodes of n leaves, followed by absent nodes up to a whole vector. */
INLINE void leaf_nodes(const leaf kind, const real *x, const real *y, const real *w, real m, real r,
                       int64_t n, real *nodes)
{
    const vreal vm = v_set(m), vr = v_set(r);
    int64_t i = 0;
    for (; i + LEAF_SQUARE <= n; i += LEAF_SQUARE) {
        vreal v[LANES];
        UNROLL for (int j = 0; j < LANES; ++j)
        {
            const int64_t at = i + j * LANES;
            const vreal vx = v_load(x + at), vy = v_load(y + at), vw = v_load(w + at);
            v[j] = LEAF(vx, vy, vw, vm, vr);
        }
        v_store(nodes + i / LANES, reduced(v));
    }
    if (i < n) {
        real leaves[LEAF_SQUARE];
        vreal v[LANES];
        const int full = (int)(n - i) / LANES;
        leaf_row(kind, x + i, y + i, w + i, m, r, n - i, leaves);
        for (int j = 0; j < LANES; ++j)
            v[j] = j < full
                       ? v_load(leaves + j * LANES)
                       : v_load_first(leaves + j * LANES, j == full ? (int)(n - i) % LANES : 0);
        v_store(nodes + i / LANES, reduced(v));
    }
}

/* Return the number of reals that leaf_sums needs as work space. */
static inline int64_t leaf_room(int64_t count, int64_t n)
{
    return count * (n < LEAST_OF_NODES ? n : (n + LEAF_SQUARE - 1) / LEAF_SQUARE * LANES);
}

/* Compute the sums T1 of `count` rows of n terms, or +0 if n is 0. */
static inline void row_sums(const real *x, int64_t step, int64_t count, int64_t n, real *sums)
{
    if (n > 0)
        sb_tree_sum_rows_f32(x, step, count, n, sums);
    for (int64_t r = 0; n == 0 && r < count; ++r) sums[r] = 0;
}

/* Compute the sums T1 of the leaves of `count` rows. */
INLINE void leaf_sums(const leaf kind, const leaf_rows *a, int64_t count, int64_t n, real *room,
                      real *sums)
{
    const int64_t step = leaf_room(1, n);
    for (int64_t i = 0; i < count; ++i) {
        const real *x = a->x + i * a->x_step, *y = a->y + i * a->y_step;
        const real m = a->m ? a->m[i] : 0, r = a->r ? a->r[i] : 0;
        if (n < LEAST_OF_NODES)
            leaf_row(kind, x, y, a->w, m, r, n, room + i * step);
        else
            leaf_nodes(kind, x, y, a->w, m, r, n, room + i * step);
    }
    row_sums(room, step, count, n < LEAST_OF_NODES ? n : (n + LANES - 1) / LANES, sums);
}

#endif
