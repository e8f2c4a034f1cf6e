/* column_leaves.h - trees T1 over the columns of rows whose leaves are computed when they are
 * needed: a template, included after fused/leaf_rows.h and fused/column_sum.h.
 *
 * Lanes are columns. Eight rows, which are a subtree, are joined in registers. The resulting rows
 * of nodes are added in place. Widths are whole vectors.
 */
#ifndef SB_FUSED_COLUMN_LEAVES_H
#define SB_FUSED_COLUMN_LEAVES_H

enum { COLUMN_GROUP = 8 };

/* Rows of operands, and two numbers for each column. x replaces an operand that the leaf does not
 * use, and m a number that it does not use. */
typedef struct column_leaves {
    const real *x, *y;
    int64_t x_step, y_step;
    const real *m, *r;
} column_leaves;

/* Return the number of reals that column_leaf_sums needs as work space. */
static inline int64_t column_room(int64_t rows, int64_t width)
{
    return ((rows + COLUMN_GROUP - 1) / COLUMN_GROUP + 1) * width;
}

/* Compute sums[j] = T1 of the leaves of column j, or +0 without rows. */
INLINE void column_leaf_sums(const leaf kind, const column_leaves *a, int64_t rows, int64_t width,
                             real *room, real *sums)
{
    for (int64_t first = 0; first < rows; first += COLUMN_GROUP) {
        real *nodes = room + first / COLUMN_GROUP * width;
        const int64_t there = rows - first;
        for (int64_t j = 0; j < width; j += LANES) {
            const vreal vm = v_load(a->m + j), vr = v_load(a->r + j);
            vreal v[COLUMN_GROUP];
            UNROLL for (int i = 0; i < COLUMN_GROUP; ++i)
            {
                const int64_t row = first + (i < there ? i : 0);
                const vreal vx = v_load(a->x + row * a->x_step + j);
                const vreal vy = v_load(a->y + row * a->y_step + j);
                if (kind == LEAF_ITSELF)
                    v[i] = vx;
                else
                    v[i] = LEAF(vx, vy, vx, vm, vr);
                if (i >= there)
                    v[i] = v_set((real)-0.0);
            }
            UNROLL for (int half = COLUMN_GROUP / 2; half; half /= 2)
                UNROLL for (int i = 0; i < half; ++i) v[i] = v[2 * i] + v[2 * i + 1];
            v_store(nodes + j, v[0]);
        }
    }
    sum_columns(room, (rows + COLUMN_GROUP - 1) / COLUMN_GROUP, width);
    for (int64_t j = 0; j < width; ++j) sums[j] = rows > 0 ? room[j] : 0;
}

#endif
