/* variance.h - var and std: trees with the attribute `correction` (clause T3). */
#ifndef SB_REDUCE_VARIANCE_H
#define SB_REDUCE_VARIANCE_H

#include "reduce/trees.h"

/* The attributes axes, keepdims and correction, an integer of at most 2^31 in magnitude. */
extern const sb_parameter sb_variance_parameters[];

/* `tree` is SB_TREE_VARIANCE or SB_TREE_DEVIATION. */
sb_status sb_variance_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                          sb_tree tree);

#endif
