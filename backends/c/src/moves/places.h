/* places.h - moves of one operand by coordinates (clause S2): each element of the result has its
 * place in x, one axis after the other, by a rule of the op.
 *
 * What a rule needs of an axis are its numbers, in this order: the attributes `by_axes`, which have
 * an integer for each of `axes` and are 0 on the others; the attribute `by_rank`, which has one for
 * each axis; and, where the op has `axes`, 1 on those and 0 on the others.
 */
#ifndef SB_MOVES_PLACES_H
#define SB_MOVES_PLACES_H

#include "kernel.h"

enum { SB_PLACE_NUMBERS = 4 };

typedef struct sb_place_op {
    const char *by_axes[SB_PLACE_NUMBERS]; /* ends with a null pointer */
    const char *by_rank;                   /* NULL: none */
    bool has_axes;
    /* The coordinate in an axis of x of `size` elements for that of the result; -1 is a +0. */
    int64_t (*from)(int64_t at, int64_t size, const int64_t *numbers);
    /* The size of the result on an axis of x, or -1 where there is none. */
    int64_t (*length)(int64_t size, const int64_t *numbers);
    /* A coordinate of the result, above `at`, up to which the coordinates in x go on in even steps
     * from that for `at` on, which is none of a +0. NULL: every coordinate is asked for. */
    int64_t (*even)(int64_t at, int64_t size, const int64_t *numbers);
} sb_place_op;

/* One operand, and a result of its format. */
bool sb_places_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count);

/* Read the attributes, check the shape of the result, and copy. */
sb_status sb_places_run(sb_context *context, const sb_place_op *op, const sb_array *inputs,
                        const sb_array *outputs);

#endif
