/* The slices of a reduction over axes (T2). */
#ifndef SLICES_H
#define SLICES_H

#include "call.h"

typedef struct {
    int64_t count;   /* number of slices, in the order of the result */
    int64_t *first;  /* the offset of the first element of each slice */
    int64_t length;  /* the number of elements of a slice, n */
    int64_t *offset; /* the offset of each element from the first, in the order of T2.1 */
    bool empty_axis; /* a reduced axis has the size 0 */
} Slices;

/* Reads `axes` and `keepdims`, and makes a result of the shape that they imply. */
Slices cut_slices(Call *call, uint64_t **result);

#endif
