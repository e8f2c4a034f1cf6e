/* sum.h - the op sum_exact over any axes (clauses T2, T10). */
#ifndef SB_EXACT_SUM_H
#define SB_EXACT_SUM_H

#include "kernel.h"
#include "reduce/geometry.h"

/* Accept one operand of a float format, with a result in the same format or, for a shorter format,
 * in binary32. */
bool sb_exact_sum_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                           int output_count);
sb_status sb_exact_sum_run(sb_context *context, const sb_array *inputs, const sb_array *outputs);

sb_status sb_exact_reduce_f32(sb_context *context, sb_reduction *reduction);
sb_status sb_exact_reduce_f64(sb_context *context, sb_reduction *reduction);

#endif
