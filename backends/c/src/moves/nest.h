/* nest.h - axes that several arrays walk together, and copies of runs of elements (clause S2).
 *
 * Axes are added outermost first; sizes of 1 vanish, and neighbours that all arrays walk evenly are
 * merged. The last axis is the run of inner loops; the others are numbered row-major.
 */
#ifndef SB_MOVES_NEST_H
#define SB_MOVES_NEST_H

#include <string.h>

#include "kernel.h"

enum {
    SB_NEST_ARRAYS = 4,
    SB_MOVE_GRAIN = 1 << 15 /* elements of a task: enough to hide its start, few enough to share */
};

typedef struct sb_nest {
    int rank;
    int64_t shape[SB_MAX_RANK];
    int64_t stride[SB_NEST_ARRAYS][SB_MAX_RANK]; /* bytes; of arrays not in use 0 */
} sb_nest;

/* Add an inner axis with the strides of the arrays 0 .. 3. */
void sb_nest_add(sb_nest *nest, int64_t size, int64_t s0, int64_t s1, int64_t s2, int64_t s3);

/* Elements of all axes. */
int64_t sb_nest_count(const sb_nest *nest);

/* Take the last axis out of the nest: its size (1 where there is none) and its strides. */
int64_t sb_nest_take_last(sb_nest *nest, int64_t strides[SB_NEST_ARRAYS]);

/* Cut a last axis of a multiple of SB_MOVE_GRAIN elements in two, so that threads can share it. */
void sb_nest_cut_last(sb_nest *nest);

/* Byte offsets of element `number` in every array. */
void sb_nest_offsets(const sb_nest *nest, int64_t number, int64_t offsets[SB_NEST_ARRAYS]);

/* Copy, or fill with the low bytes of `bits`, n elements of `size` bytes. */
void sb_copy_run(char *out, int64_t out_stride, const char *in, int64_t in_stride, size_t size,
                 int64_t n);
void sb_fill_run(char *out, int64_t out_stride, uint64_t bits, size_t size, int64_t n);

/* Rows of `width` elements that make a task. */
static inline int64_t sb_rows_per_task(int64_t width)
{
    return width >= SB_MOVE_GRAIN ? 1 : SB_MOVE_GRAIN / (width > 0 ? width : 1);
}

#endif
