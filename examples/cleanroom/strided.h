/* Walks over elements in any order, for transposes, reductions and einsum. */
#ifndef STRIDED_H
#define STRIDED_H

#include "memory.h"

/* A walk over an array with `rank` axes; strides are in elements. */
typedef struct {
    int rank;
    int64_t size[128], stride[128];
} Walk;

void add_axis(Walk *walk, int64_t size, int64_t stride);

/* Returns the offset of each element of the walk; the last axis varies fastest. */
int64_t *places(const Walk *walk, int64_t *count);

/* Computes the strides of a row-major array. */
void row_major(int rank, const int64_t *shape, int64_t *strides);

#endif
