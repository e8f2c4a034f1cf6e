/* Elements in another order: what transposes, reductions and einsum have in common. */
#ifndef STRIDED_H
#define STRIDED_H

#include "memory.h"

/* A walk over the places of an array of so many axes; a stride counts elements. */
typedef struct {
    int rank;
    int64_t size[128], stride[128];
} Walk;

void add_axis(Walk *walk, int64_t size, int64_t stride);

/* The place of each element of the walk, its last axis the fastest. */
int64_t *places(const Walk *walk, int64_t *count);

/* The strides of a row-major array. */
void row_major(int rank, const int64_t *shape, int64_t *strides);

#endif
