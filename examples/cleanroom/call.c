/* Shapes of operands and results (C2.2). */
#include "call.h"

#include <string.h>

int64_t elements(int rank, const int64_t *shape)
{
    int64_t count = 1;
    bool empty = false; /* a size of 0 prevents an overflow of the others */
    for (int axis = 0; axis < rank; ++axis) {
        empty |= shape[axis] == 0;
        count = times(count, shape[axis]);
    }
    return empty ? 0 : count;
}

static bool same(int rank, const int64_t *shape, int other_rank, const int64_t *other)
{
    return rank == other_rank && !memcmp(shape, other, (size_t)rank * sizeof *shape);
}

uint64_t *make_result(Call *call, int which, int rank, const int64_t *shape)
{
    Tensor *result = &call->result[which];
    if (!same(rank, shape, result->rank, result->shape))
        refuse("result %d has not the shape that the operands give", which);
    return result->bits = allocate(result->count, sizeof *result->bits);
}

void demand_rank(const Call *call, int which, int rank)
{
    if (call->operand[which].rank != rank)
        refuse("operand %d has rank %d instead of %d", which, call->operand[which].rank, rank);
}

void demand_same_shape(const Call *call, int which, int other)
{
    const Tensor *a = &call->operand[which], *b = &call->operand[other];
    if (!same(a->rank, a->shape, b->rank, b->shape))
        refuse("operands %d and %d differ in shape", which, other);
}

bool computes_in_single(const Call *call)
{
    for (int i = 0; i < call->operands; ++i)
        if (call->operand[i].format == F64)
            return false;
    return true;
}

double *widened(const Tensor *tensor)
{
    double *values = allocate(tensor->count, sizeof *values);
    for (int64_t i = 0; i < tensor->count; ++i)
        values[i] = float_value(tensor->format, tensor->bits[i]);
    return values;
}

Along along_axis(const Tensor *tensor, int axis)
{
    Along along = {axis, 1, tensor->shape[axis], 1};
    for (int i = 0; i < axis; ++i) along.before = times(along.before, tensor->shape[i]);
    for (int i = axis + 1; i < tensor->rank; ++i)
        along.after = times(along.after, tensor->shape[i]);
    return along;
}
