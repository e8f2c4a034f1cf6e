/* whole.h - reductions to integers: sum and prod of integers, and counts of non-zero elements
 * (clauses R5, T2, T3).
 *
 * Additions and multiplications modulo 2^64 may be done in any order.
 */
#ifndef SB_REDUCE_WHOLE_H
#define SB_REDUCE_WHOLE_H

#include "reduce/method.h"

typedef enum sb_whole {
    SB_WHOLE_SUM,
    SB_WHOLE_PRODUCT,
    SB_WHOLE_COUNT, /* number of the terms that are not zero */
    SB_WHOLE_ANY,
    SB_WHOLE_ALL
} sb_whole;

/* Accept one operand and one result: integers or bool to 64-bit integers (sum), any format to
 * 64-bit integers (count), or any format to bool (truth). */
bool sb_whole_sum_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                           int output_count);
bool sb_whole_count_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                             int output_count);
bool sb_whole_truth_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                             int output_count);

sb_status sb_whole_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                       sb_whole whole);

#endif
