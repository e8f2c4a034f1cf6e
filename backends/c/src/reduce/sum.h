/* sum.h - the ops sum and mean over any axes (clauses R4, S1, T1, T2, T3). */
#ifndef SB_REDUCE_SUM_H
#define SB_REDUCE_SUM_H

#include "kernel.h"
#include "reduce/geometry.h"

/* One operand of a float format to one result of the same format. */
bool sb_sum_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count);
sb_status sb_sum_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                     bool mean);

sb_status sb_sum_reduce_f32(sb_context *context, sb_reduction *reduction, bool mean);
sb_status sb_sum_reduce_f64(sb_context *context, sb_reduction *reduction, bool mean);

#endif
