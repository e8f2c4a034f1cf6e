/* take.h - elements of an array that an index array selects: gather, index_select, embedding.
 *
 * All three ops are y[p] = x[p with one coordinate replaced by index[p]]. If the index lacks an
 * axis, it is repeated along it with stride 0 (clause S2). If the inner axes share one index, whole
 * blocks are copied. If the last axis has its own indices, single elements are copied.
 */
#ifndef SB_MOVES_TAKE_H
#define SB_MOVES_TAKE_H

#include "moves/nest.h"

typedef struct sb_take {
    sb_nest nest; /* arrays: 0 the result, 1 the index, 2 x without the indexed axis */
    char *output;
    const char *index, *input;
    int64_t step; /* stride of the indexed axis of x */
    int32_t index_format;
    size_t size; /* bytes of an element */
} sb_take;

/* Copy everything. The caller has checked the indices. */
void sb_take_run(sb_context *context, const sb_take *take);

/* Accept two operands, the second an index of i32 or i64, with a result in the format of the
 * first. */
bool sb_take_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count);

#endif
