/* Operands that are indices (S2.3). */
#ifndef LOOKUP_H
#define LOOKUP_H

#include "call.h"

/* The values of an index operand, which must be from 0 to limit - 1 (S2.3). */
int64_t *indices(const Call *call, int which, int64_t limit);

/* The operand `which`, an index, has the rank of this shape, and on every axis but one no larger
   size: as the index of gather (S2.gather) has. */
void demand_within(const Call *call, int which, int rank, const int64_t *shape, int axis);

/* For each place of an index of that kind, in row-major order, the place in an array of the shape
   with the coordinate on the axis replaced by the index there. */
int64_t *indexed_places(const Tensor *index, const int64_t *ids, const int64_t *shape, int axis);

#endif
