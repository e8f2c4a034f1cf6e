/* norm.c - the op norm: a tree, or the greatest magnitude (clause T3). */
#include "reduce/extreme.h"
#include "reduce/trees.h"

static const sb_parameter parameters[] = {
    {"axes", SB_INTEGERS, 0.0}, {"keepdims", SB_FLAG, 0.0}, {"ord", SB_WORD, 0.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    static const char *const orders[] = {"2", "1", "inf", NULL};
    switch (sb_attribute_word(context, "ord", orders)) {
    case 0: return sb_tree_run(context, inputs, outputs, SB_TREE_SQUARES, 0);
    case 1: return sb_tree_run(context, inputs, outputs, SB_TREE_MAGNITUDES, 0);
    case 2: return sb_extreme_run(context, inputs, outputs, SB_GREATEST_MAGNITUDE, false);
    default: return SB_INVALID;
    }
}

const sb_kernel sb_kernel_norm = {
    .op = "norm", .supports = sb_tree_supports, .run = run, .parameters = parameters};
