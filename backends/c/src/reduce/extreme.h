/* extreme.h - maxima and minima over any axes, and their first indices (clauses S1, S3, T2, T3). */
#ifndef SB_REDUCE_EXTREME_H
#define SB_REDUCE_EXTREME_H

#include "reduce/method.h"

typedef enum sb_order {
    SB_GREATEST,
    SB_LEAST,
    SB_GREATEST_MAGNITUDE /* for floats only: the norm of order infinity */
} sb_order;

/* Accept a float format with a result in the same format or, for formats below f32, in f32. Also
 * accept integers and bool with a result in the same format. */
bool sb_extreme_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count);
/* Accept one operand of any format and one result of 64-bit integers. */
bool sb_index_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                       int output_count);

/* Compute extremes or their indices. For reductions without terms, return SB_INVALID, except that
 * the result of SB_GREATEST_MAGNITUDE is +0. */
sb_status sb_extreme_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                         sb_order order, bool indices);

/* Reduce operands of at most 32 bits (f32), or of 64 bits (f64). */
sb_status sb_extreme_reduce_f32(sb_context *context, sb_reduction *reduction, sb_order order,
                                bool indices);
sb_status sb_extreme_reduce_f64(sb_context *context, sb_reduction *reduction, sb_order order,
                                bool indices);

#endif
