/* scatter.h - sums of the updates that have the same destination (clause T7).
 *
 * The axes of the updates are of three kinds. On the axes of positions, an index determines the
 * destination along one axis of the result. Carried axes keep their coordinate and share one index.
 * Lines keep their coordinate and have their own indices. For each line, the indices are sorted
 * stably with their positions, so that the contributions to a destination are adjacent and in
 * source order. T1 then sums them: single values, or whole rows of a carried axis by a binary
 * counter. Threads share the destinations. The memory for the sort is needed, and log2(positions)
 * rows per thread. Many single values for few destinations are not sorted (stream.h).
 */
#ifndef SB_SCATTER_SCATTER_H
#define SB_SCATTER_SCATTER_H

#include "moves/nest.h"

/* Indices of the arrays in the loop nests. */
enum { SB_UPDATES, SB_INDEX, SB_RESULT, SB_PRIOR };

typedef struct sb_scatter {
    const sb_array *updates, *index, *result;
    const sb_array *prior; /* NULL for a gradient, which has no prior */
    sb_nest positions, lines, carried;
    int64_t step, prior_step; /* strides of the destinations */
    int64_t limit;            /* number of destinations */
    int64_t skipped;          /* an index whose update is ignored, or -1 */
} sb_scatter;

/* Add an axis on which the updates keep their coordinate, to the lines or to the carried axes. */
void sb_scatter_keep(sb_scatter *scatter, int64_t size, int64_t updates, int64_t index,
                     int64_t result, int64_t prior);

/* Check the indices, and compute every element of the result. */
sb_status sb_scatter_run(sb_context *context, sb_scatter *scatter);

/* Accept the operands (prior, index, updates), or for a gradient (gradient, index), in one format
 * with addition: any float or integer format. */
bool sb_scatter_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count);
bool sb_scatter_gradient_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                                  int output_count);

#endif
