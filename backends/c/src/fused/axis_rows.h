/* axis_rows.h - ops along one axis of arrays of one shape, computed slice by slice (clauses G2,
 * G7.1). */
#ifndef SB_FUSED_AXIS_ROWS_H
#define SB_FUSED_AXIS_ROWS_H

#include "fused/slices.h"
#include "fused/views.h"

/* The part of an op for one task: slices `first` to `first` + `rows` - 1, the operands and the
 * result, and work space of `arrays` blocks. */
typedef struct sb_axis_part {
    const sb_view *inputs, *output;
    int64_t first, rows;
    float *room;         /* `arrays` times block_reals numbers */
    int64_t block_reals; /* elements in the largest number of slices per task */
} sb_axis_part;

typedef void (*sb_axis_task)(const sb_axis_part *part);

/* Run a task for every few slices along the attribute `axis` (default -1). Operands and result must
 * have the same shape, and the axis must not be empty. */
sb_status sb_axis_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      int arrays, sb_axis_task task);

/* Return whether the call has `count` operands and one result, all in one of the formats f32, f16
 * and bf16. */
bool sb_axis_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count, int count);

#endif
