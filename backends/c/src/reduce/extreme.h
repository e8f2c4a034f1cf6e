/* extreme.h - the ops max and argmax over any axes (clauses S1, S3, T2, T3). */
#ifndef SB_REDUCE_EXTREME_H
#define SB_REDUCE_EXTREME_H

#include "kernel.h"
#include "reduce/geometry.h"

/* One operand of a float format to one result of the same format. */
bool sb_max_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count);
/* One operand of a float format to one result of 64-bit integers. */
bool sb_argmax_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count);

/* Both follow from the formats of the arrays. A reduction over nothing is SB_INVALID. */
sb_status sb_extreme_run(sb_context *context, const sb_array *inputs, const sb_array *outputs);

sb_status sb_extreme_reduce_f32(sb_context *context, sb_reduction *reduction);
sb_status sb_extreme_reduce_f64(sb_context *context, sb_reduction *reduction);

#endif
