/* join.h - the operation of a node in the tree T1: a template, included after simd/vector_f32.h or
 * vector_f64.h.
 *
 * A node adds, or multiplies if SB_PRODUCT is defined (clause T3). TREE(name) is the name of a
 * function for this operation and this `real`, and TREE_ROWS is the name of tree.h's function over
 * rows. An absent leaf is the identity of the operation: -0, or 1.
 */
#ifndef SB_REDUCE_JOIN_H
#define SB_REDUCE_JOIN_H

#ifdef SB_PRODUCT
#define TREE(name) REAL(name##_product)
#define TREE_ROWS REAL(sb_tree_product_rows)
#define ABSENT ((real)1)
INLINE vreal v_join(vreal a, vreal b) { return v_mul(a, b); }
INLINE real join(real a, real b) { return a * b; }
#else
#define TREE(name) REAL(name##_sum)
#define TREE_ROWS REAL(sb_tree_sum_rows)
#define ABSENT ((real) - 0.0)
INLINE vreal v_join(vreal a, vreal b) { return v_add(a, b); }
INLINE real join(real a, real b) { return a + b; }
#endif

/* Load the first n lanes from memory, and fill the others with the identity. */
INLINE vreal v_load_leaves(const real *p, int n)
{
#ifdef SB_PRODUCT
    real padded[LANES];
    for (int i = 0; i < LANES; ++i) padded[i] = i < n ? p[i] : ABSENT;
    return v_load(padded);
#else
    return v_load_first(p, n);
#endif
}

#endif
