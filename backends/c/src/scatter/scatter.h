/* scatter.h - sums of the updates that meet at one destination (clause T7).
 *
 * The axes of the updates are of three kinds: positions, which an index sends somewhere along the
 * axis of the result; carried axes, which keep their coordinate and share one index; and lines,
 * which keep their coordinate and have indices of their own. For each line the indices are sorted
 * stably with their positions, so that the contributions to a destination stand together in source
 * order, and T1 runs over them: over single values, or over whole rows of a carried axis by a
 * binary counter. Destinations are shared among threads. Memory: the sort, and log2(positions) rows
 * a thread. Many single values for few destinations are not sorted (stream.h).
 */
#ifndef SB_SCATTER_SCATTER_H
#define SB_SCATTER_SCATTER_H

#include "moves/nest.h"

/* The arrays of the nests. */
enum { SB_UPDATES, SB_INDEX, SB_RESULT, SB_PRIOR };

typedef struct sb_scatter {
    const sb_array *updates, *index, *result;
    const sb_array *prior; /* NULL: a gradient, without one */
    sb_nest positions, lines, carried;
    int64_t step, prior_step; /* strides of the destinations */
    int64_t limit;            /* destinations */
    int64_t skipped;          /* an index that goes nowhere, or -1 */
} sb_scatter;

/* Add an axis of the updates that keeps its coordinate: to the lines, or to the carried axes. */
void sb_scatter_keep(sb_scatter *scatter, int64_t size, int64_t updates, int64_t index,
                     int64_t result, int64_t prior);

/* Check the indices, and write every element of the result. */
sb_status sb_scatter_run(sb_context *context, sb_scatter *scatter);

/* prior, index, updates; or gradient, index: of one format that adds, all floats and integers. */
bool sb_scatter_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count);
bool sb_scatter_gradient_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                                  int output_count);

#endif
