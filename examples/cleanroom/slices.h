/* The slices that a reduction over axes takes (T2). */
#ifndef SLICES_H
#define SLICES_H

#include "call.h"

typedef struct {
    int64_t count;   /* of slices, in the order of the result */
    int64_t *first;  /* the place of the first element of each */
    int64_t length;  /* the elements of one slice, n */
    int64_t *offset; /* of each from the first, in the order of T2.1 */
    bool empty_axis; /* a reduced axis has the size 0 */
} Slices;

/* Reads `axes` and `keepdims`; the result has the shape that they give. */
Slices cut_slices(Call *call, uint64_t **result);

#endif
