/* extreme.h - extremes over any axes, and their first indices (clauses S1, S3, T2, T3). */
#ifndef SB_REDUCE_EXTREME_H
#define SB_REDUCE_EXTREME_H

#include "reduce/method.h"

typedef enum sb_order {
    SB_GREATEST,
    SB_LEAST,
    SB_GREATEST_MAGNITUDE /* of floats: the norm of order infinity */
} sb_order;

/* Accept a float format with the same result format, or one below f32 with f32; integers and bool
 * with themselves. */
bool sb_extreme_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count);
/* Accept one operand of any format with one result of 64-bit integers. */
bool sb_index_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                       int output_count);

/* Compute extremes or their indices. For no terms the result is SB_INVALID, or +0 for
 * SB_GREATEST_MAGNITUDE. */
sb_status sb_extreme_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                         sb_order order, bool indices);

/* Reduce operands of at most 32 bits (f32), or of 64 bits (f64). */
sb_status sb_extreme_reduce_f32(sb_context *context, sb_reduction *reduction, sb_order order,
                                bool indices);
sb_status sb_extreme_reduce_f64(sb_context *context, sb_reduction *reduction, sb_order order,
                                bool indices);

#endif
