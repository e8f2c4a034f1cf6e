/* triangle.h - the ops tril and triu: each matrix is copied on one side of a diagonal, and is +0 on
 * the other side (clause S2). A NaN is canonical in the result (S1.1).
 */
#ifndef SB_MOVES_TRIANGLE_H
#define SB_MOVES_TRIANGLE_H

#include "kernel.h"

/* Keep the columns up to row + `diagonal` if `lower` is set, else the columns from row + `diagonal`
 * on. */
sb_status sb_triangle_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                          bool lower);

bool sb_triangle_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                          int output_count);

extern const sb_parameter sb_triangle_parameters[];

#endif
