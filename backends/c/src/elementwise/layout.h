/* layout.h - several arrays of one shape over one index space, as drivers of elementwise kernels
 * traverse them.
 *
 * Axes of size 1 are removed. The other axes are sorted by the strides of the last array, which is
 * a result. Adjacent axes that form one run in every array are merged. Elements are numbered along
 * the resulting axes.
 */
#ifndef SB_ELEMENTWISE_LAYOUT_H
#define SB_ELEMENTWISE_LAYOUT_H

#include "kernel.h"

enum { SB_LAYOUT_ARRAYS = 9 };

typedef struct sb_layout {
    int arrays, rank; /* rank >= 1, unless there are no elements */
    int64_t count;
    int64_t shape[SB_MAX_RANK];
    int64_t strides[SB_LAYOUT_ARRAYS][SB_MAX_RANK];
    char *data[SB_LAYOUT_ARRAYS];
    int size[SB_LAYOUT_ARRAYS];      /* size of an element */
    bool repeated[SB_LAYOUT_ARRAYS]; /* more than one element, all at the same address */
    bool contiguous;                 /* every array is one aligned run */
    bool runs;                       /* every array is one aligned run, or repeated */
} sb_layout;

/* Fill in a layout. Return false if the shapes of the arrays differ. */
bool sb_layout_of(const sb_array *const *arrays, int count, sb_layout *layout);

/* Return a pointer into the array's own memory if the elements form one run there, else NULL.
 * sb_layout_direct also requires that the run is aligned. */
char *sb_layout_run(const sb_layout *layout, int array, int64_t start, int64_t count);
char *sb_layout_direct(const sb_layout *layout, int array, int64_t start, int64_t count);

/* Copy `count` elements from element `start` on to the buffer or, if `out` is set, from the buffer
 * to the array. */
void sb_layout_copy(const sb_layout *layout, int array, int64_t start, int64_t count, char *buffer,
                    bool out);

#endif
