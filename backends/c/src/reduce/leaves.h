/* leaves.h - conversion of terms to the leaves of a tree (clause T3), with each operation rounded:
 * a template.
 *
 * A centre is the mean (for a variance) or the shift of logsumexp. `out` may be x.
 */
#ifndef SB_REDUCE_LEAVES_H
#define SB_REDUCE_LEAVES_H

#include "fused/functions.h"
#include "reduce/trees.h"

static inline bool is_centred(sb_tree tree)
{
    return tree == SB_TREE_VARIANCE || tree == SB_TREE_DEVIATION || tree == SB_TREE_LOGSUMEXP;
}

/* Return whether the terms themselves are the leaves. */
static inline bool takes_terms(sb_tree tree)
{
    return tree == SB_TREE_SUM || tree == SB_TREE_MEAN || tree == SB_TREE_PRODUCT;
}

#if SB_REAL_BITS == 32
#define each_exp sb_each_exp_f32
#define each_log sb_each_log_f32
#else
#define each_exp sb_each_exp_f64
#define each_log sb_each_log_f64
#endif

#define SB_LEAVES(leaf) _Pragma("GCC ivdep") for (int64_t i = 0; i < n; ++i) out[i] = (leaf)

/* Compute n leaves from the terms x and their centres: one centre for all terms (step 0), or one
 * centre per term (step 1). */
INLINE void leaves_of(sb_tree tree, const real *x, const real *centre, const int step, int64_t n,
                      real *out)
{
    if (tree == SB_TREE_MAGNITUDES) {
        SB_LEAVES(real_abs(x[i]));
    } else if (tree == SB_TREE_SQUARES) {
        SB_LEAVES(x[i] * x[i]);
    } else if (tree == SB_TREE_LOGSUMEXP) {
        SB_LEAVES(x[i] - centre[i * step]);
        each_exp(n, out, out);
    } else {
        SB_LEAVES((x[i] - centre[i * step]) * (x[i] - centre[i * step]));
    }
}

static void leaves_of_row(sb_tree tree, const real *x, real centre, int64_t n, real *out)
{
    leaves_of(tree, x, &centre, 0, n, out);
}

static void leaves_of_columns(sb_tree tree, const real *x, const real *centres, int64_t n,
                              real *out)
{
    leaves_of(tree, x, centres, 1, n, out);
}

#undef SB_LEAVES
#endif
