/* extreme.h - extremes over any axes, and their first indices (clauses S1, S3, T2, T3). */
#ifndef SB_REDUCE_EXTREME_H
#define SB_REDUCE_EXTREME_H

#include "reduce/method.h"

typedef enum sb_order {
    SB_GREATEST,
    SB_LEAST,
    SB_GREATEST_MAGNITUDE /* of floats: the norm of order infinity */
} sb_order;

/* A float format to itself, or one below f32 to f32; integers and bool to themselves. */
bool sb_extreme_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count);
/* One operand of any format to one result of 64-bit integers. */
bool sb_index_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                       int output_count);

/* Of nothing it is SB_INVALID, but +0 for SB_GREATEST_MAGNITUDE. */
sb_status sb_extreme_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                         sb_order order, bool indices);

/* For operands of at most 32 bits, and of 64. */
sb_status sb_extreme_reduce_f32(sb_context *context, sb_reduction *reduction, sb_order order,
                                bool indices);
sb_status sb_extreme_reduce_f64(sb_context *context, sb_reduction *reduction, sb_order order,
                                bool indices);

#endif
