/* trees.h - the reductions of floats that are trees T1, with their operations on terms and on the
 * root.
 *
 * They are sum and mean, prod, norms of order 1 and 2, var and std, logsumexp (clauses R4, S1, T1,
 * T2, T3).
 */
#ifndef SB_REDUCE_TREES_H
#define SB_REDUCE_TREES_H

#include "reduce/method.h"

typedef enum sb_tree {
    SB_TREE_SUM,
    SB_TREE_MEAN,
    SB_TREE_PRODUCT,
    SB_TREE_MAGNITUDES, /* norm of order 1 */
    SB_TREE_SQUARES,    /* norm of order 2 */
    SB_TREE_VARIANCE,
    SB_TREE_DEVIATION,
    SB_TREE_LOGSUMEXP,
    SB_TREE_GREATEST /* internal to logsumexp: the shift */
} sb_tree;

/* Accept a float format with a result in the same format or, for formats below f32, in f32. */
bool sb_tree_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count);

/* Run a reduction. Only the variance and the deviation read `correction`. */
sb_status sb_tree_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      sb_tree tree, double correction);

/* Reduce operands in formats below f64 (f32), or in f64 (f64). SB_TREE_LOGSUMEXP and
 * SB_TREE_GREATEST exist only in f32. */
sb_status sb_tree_reduce_sum_f32(sb_context *context, sb_reduction *reduction, sb_tree tree,
                                 double correction);
sb_status sb_tree_reduce_sum_f64(sb_context *context, sb_reduction *reduction, sb_tree tree,
                                 double correction);
sb_status sb_tree_reduce_product_f32(sb_context *context, sb_reduction *reduction, sb_tree tree,
                                     double correction);
sb_status sb_tree_reduce_product_f64(sb_context *context, sb_reduction *reduction, sb_tree tree,
                                     double correction);

#endif
