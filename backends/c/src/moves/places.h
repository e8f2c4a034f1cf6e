/* places.h - moves of one operand by index (clause S2). For each element of the result, the op's
 * functions determine a position in x, axis by axis.
 *
 * These functions receive parameters for each axis, in this order: the attributes `by_axes`, which
 * have an integer for each of `axes` and are 0 on other axes; the attribute `by_rank`, which has an
 * integer for each axis; and, if the op has `axes`, 1 on these axes and 0 on the others.
 */
#ifndef SB_MOVES_PLACES_H
#define SB_MOVES_PLACES_H

#include "kernel.h"

enum { SB_PLACE_NUMBERS = 4 };

typedef struct sb_place_op {
    const char *by_axes[SB_PLACE_NUMBERS]; /* ends with a null pointer */
    const char *by_rank;                   /* NULL: there is no such attribute */
    bool has_axes;
    /* Return the index on an axis of x with `size` elements, for an index of the result. -1 means
     * +0. */
    int64_t (*from)(int64_t at, int64_t size, const int64_t *numbers);
    /* Return the size of the result on an axis of x, or -1 if the call is invalid. */
    int64_t (*length)(int64_t size, const int64_t *numbers);
    /* Return an index of the result above `at`. From `at` to that index, the indices in x have a
     * constant step, and there is no +0. If the function is NULL, every index is computed. */
    int64_t (*even)(int64_t at, int64_t size, const int64_t *numbers);
} sb_place_op;

/* Accept one operand, and a result in the same format. */
bool sb_places_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count);

/* Read the attributes, check the shape of the result, and copy. */
sb_status sb_places_run(sb_context *context, const sb_place_op *op, const sb_array *inputs,
                        const sb_array *outputs);

#endif
