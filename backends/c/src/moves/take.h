/* take.h - elements of one array at the places that an index names: gather, index_select,
 * embedding.
 *
 * All three are y[p] = x[p with one coordinate replaced by index[p]], where an index that lacks an
 * axis is repeated along it by stride 0 (clause S2). Where the inner axes share one index, whole
 * blocks are copied; where the last axis has indices of its own, single elements.
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

/* Copy everything; the indices have been checked. */
void sb_take_run(sb_context *context, const sb_take *take);

/* Two operands, the second an index of i32 or i64; the result in the format of the first. */
bool sb_take_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count);

#endif
