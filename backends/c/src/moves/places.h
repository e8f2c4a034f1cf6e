/* places.h - moves of one operand by coordinates (clause S2). Each element of the result has a
 * place in x, which the op's functions determine axis by axis.
 *
 * These functions receive numbers for each axis, in this order: the attributes `by_axes`, which
 * have an integer for each of `axes` and are 0 on the others; the attribute `by_rank`, which has
 * one for each axis; and, if the op has `axes`, 1 on those axes and 0 on the others.
 */
#ifndef SB_MOVES_PLACES_H
#define SB_MOVES_PLACES_H

#include "kernel.h"

enum { SB_PLACE_NUMBERS = 4 };

typedef struct sb_place_op {
    const char *by_axes[SB_PLACE_NUMBERS]; /* ends with a null pointer */
    const char *by_rank;                   /* NULL: there is no such attribute */
    bool has_axes;
    /* Return the coordinate in an axis of x, which has `size` elements, for a coordinate of the
     * result; -1 means +0. */
    int64_t (*from)(int64_t at, int64_t size, const int64_t *numbers);
    /* Return the size of the result on an axis of x, or -1 if the call is invalid. */
    int64_t (*length)(int64_t size, const int64_t *numbers);
    /* Return a coordinate of the result above `at`, up to which the coordinates in x continue in
     * even steps from the one for `at`, without any +0. If NULL, every coordinate is computed. */
    int64_t (*even)(int64_t at, int64_t size, const int64_t *numbers);
} sb_place_op;

/* Accept one operand, and a result of its format. */
bool sb_places_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count);

/* Read the attributes, check the shape of the result, and copy. */
sb_status sb_places_run(sb_context *context, const sb_place_op *op, const sb_array *inputs,
                        const sb_array *outputs);

#endif
