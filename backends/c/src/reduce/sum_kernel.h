/* sum_kernel.h - sum and prod: trees of floats (reduce/trees.h), modulo 2^64 of integers
 * (reduce/whole.h). */
#ifndef SB_REDUCE_SUM_KERNEL_H
#define SB_REDUCE_SUM_KERNEL_H

#include "reduce/trees.h"
#include "reduce/whole.h"

static bool sum_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count)
{
    return sb_tree_supports(inputs, input_count, outputs, output_count) ||
           sb_whole_sum_supports(inputs, input_count, outputs, output_count);
}

#define SB_SUM_KERNEL(name, tree, whole)                                                           \
    static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)     \
    {                                                                                              \
        if (inputs[0].format >= SB_I64)                                                            \
            return sb_whole_run(context, inputs, outputs, whole);                                  \
        return sb_tree_run(context, inputs, outputs, tree, 0);                                     \
    }                                                                                              \
    const sb_kernel sb_kernel_##name = {.op = #name,                                               \
                                        .supports = sum_supports,                                  \
                                        .run = run,                                                \
                                        .parameters = sb_reduction_parameters}

#endif
