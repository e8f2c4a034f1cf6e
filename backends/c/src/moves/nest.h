/* nest.h - axes over which several arrays are traversed together, and copies of runs of elements
 * (clause S2).
 *
 * Axes are added outermost first. Axes of size 1 are dropped, and adjacent axes that have a common
 * stride in every array are merged. The last axis is the run of inner loops. The other axes are
 * numbered in row-major order.
 */
#ifndef SB_MOVES_NEST_H
#define SB_MOVES_NEST_H

#include <string.h>

#include "kernel.h"

enum {
    SB_NEST_ARRAYS = 4,
    /* Elements per task: enough to hide the cost of starting it, few enough to distribute work. */
    SB_MOVE_GRAIN = 1 << 15
};

typedef struct sb_nest {
    int rank;
    int64_t shape[SB_MAX_RANK];
    int64_t stride[SB_NEST_ARRAYS][SB_MAX_RANK]; /* bytes; 0 for unused arrays */
} sb_nest;

/* Add an axis inside the existing axes, with its strides in arrays 0 .. 3. */
void sb_nest_add(sb_nest *nest, int64_t size, int64_t s0, int64_t s1, int64_t s2, int64_t s3);

/* Return the number of elements, the product of all axes. */
int64_t sb_nest_count(const sb_nest *nest);

/* Remove the last axis from the nest. Return its size (1 if there is no axis), and write its
 * strides. */
int64_t sb_nest_take_last(sb_nest *nest, int64_t strides[SB_NEST_ARRAYS]);

/* If the size of the last axis is a multiple of SB_MOVE_GRAIN, split it into two axes, so that
 * threads can share it. */
void sb_nest_cut_last(sb_nest *nest);

/* Compute the byte offsets of element `number` in every array. */
void sb_nest_offsets(const sb_nest *nest, int64_t number, int64_t offsets[SB_NEST_ARRAYS]);

/* Copy, or fill with the low bytes of `bits`, n elements of `size` bytes. */
void sb_copy_run(char *out, int64_t out_stride, const char *in, int64_t in_stride, size_t size,
                 int64_t n);
void sb_fill_run(char *out, int64_t out_stride, uint64_t bits, size_t size, int64_t n);

/* Return the number of rows of `width` elements for one task. */
static inline int64_t sb_rows_per_task(int64_t width)
{
    return width >= SB_MOVE_GRAIN ? 1 : SB_MOVE_GRAIN / (width > 0 ? width : 1);
}

#endif
