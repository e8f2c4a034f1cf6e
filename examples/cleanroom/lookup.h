/* Operands that are indices (S2.3). */
#ifndef LOOKUP_H
#define LOOKUP_H

#include "call.h"

/* Returns the values of an index operand. Refuses values outside of 0 to limit - 1 (S2.3). */
int64_t *indices(const Call *call, int which, int64_t limit);

/* Refuses an index operand unless it has the rank of this shape, and no larger size on any axis
   except `axis`, as S2.gather demands. */
void demand_within(const Call *call, int which, int rank, const int64_t *shape, int axis);

/* For each element of such an index, in row-major order, returns an offset in an array of this
   shape: the element's position, with the coordinate on `axis` replaced by the index value. */
int64_t *indexed_places(const Tensor *index, const int64_t *ids, const int64_t *shape, int axis);

#endif
