/* Ops that copy elements from given indices (S2.gather to S2.one_hot). */
#include "lookup.h"
#include "ops.h"
#include "strided.h"

int64_t *indices(const Call *call, int which, int64_t limit)
{
    const Tensor *index = &call->operand[which];
    int64_t *ids = allocate(index->count, sizeof *ids);
    for (int64_t i = 0; i < index->count; ++i) {
        ids[i] = integer_value(index->format, index->bits[i]);
        if (ids[i] < 0 || ids[i] >= limit)
            refuse("the index %lld is not from 0 to %lld", (long long)ids[i], (long long)limit - 1);
    }
    return ids;
}

void demand_within(const Call *call, int which, int rank, const int64_t *shape, int axis)
{
    const Tensor *index = &call->operand[which];
    demand_rank(call, which, rank);
    for (int i = 0; i < rank; ++i)
        if (i != axis && index->shape[i] > shape[i])
            refuse("the index is larger than what it points into, on axis %d", i);
}

int64_t *indexed_places(const Tensor *index, const int64_t *ids, const int64_t *shape, int axis)
{
    int64_t strides[MAX_RANK], count;
    Walk walk = {.rank = 0};
    row_major(index->rank, shape, strides);
    for (int i = 0; i < index->rank; ++i)
        add_axis(&walk, index->shape[i], i == axis ? 0 : strides[i]);
    int64_t *place = places(&walk, &count);
    for (int64_t i = 0; i < count; ++i) place[i] += ids[i] * strides[axis];
    return place;
}

static void gather(Call *call)
{
    const Tensor *x = &call->operand[0], *index = &call->operand[1];
    const int axis = axis_attribute(call, 0);
    demand_within(call, 1, x->rank, x->shape, axis);
    const int64_t *ids = indices(call, 1, x->shape[axis]);
    uint64_t *y = make_result(call, 0, index->rank, index->shape);
    const int64_t *place = indexed_places(index, ids, x->shape, axis);
    for (int64_t i = 0; i < index->count; ++i) y[i] = x->bits[place[i]];
}

/* For each of the `before` slices, copies the `count` rows with these indices. */
static void copy_rows(Call *call, const Along *along, const int64_t *ids, int64_t count, int rank,
                      const int64_t *shape)
{
    uint64_t *y = make_result(call, 0, rank, shape);
    if (!call->result[0].count)
        return;
    for (int64_t slice = 0; slice < along->before; ++slice)
        for (int64_t i = 0; i < count; ++i) {
            const int64_t from = (slice * along->size + ids[i]) * along->after;
            for (int64_t j = 0; j < along->after; ++j) *y++ = call->operand[0].bits[from + j];
        }
}

static void index_select(Call *call)
{
    const Tensor *x = &call->operand[0], *index = &call->operand[1];
    const Along along = along_axis(x, axis_attribute(call, 0));
    int64_t shape[MAX_RANK];
    demand_rank(call, 1, 1);
    for (int axis = 0; axis < x->rank; ++axis)
        shape[axis] = axis == along.axis ? index->count : x->shape[axis];
    const int64_t *ids = indices(call, 1, along.size);
    copy_rows(call, &along, ids, index->count, x->rank, shape);
}

/* Sets `shape` to the shape of an index, with one size appended. */
static void longer_shape(const Tensor *index, int64_t size, int64_t *shape)
{
    if (index->rank == MAX_RANK)
        refuse("a result of more axes than this program keeps");
    for (int axis = 0; axis < index->rank; ++axis) shape[axis] = index->shape[axis];
    shape[index->rank] = size;
}

static void embedding(Call *call)
{
    const Tensor *weight = &call->operand[0], *index = &call->operand[1];
    int64_t shape[MAX_RANK];
    demand_rank(call, 0, 2);
    const Along along = along_axis(weight, 0);
    const int64_t *ids = indices(call, 1, along.size);
    longer_shape(index, along.after, shape);
    copy_rows(call, &along, ids, index->count, index->rank + 1, shape);
}

static void one_hot(Call *call)
{
    const Tensor *index = &call->operand[0];
    const int64_t classes = integer_attribute(call, "classes", 0, INT64_MAX);
    int64_t shape[MAX_RANK];
    const int64_t *ids = indices(call, 0, classes);
    longer_shape(index, classes, shape);
    uint64_t *y = make_result(call, 0, index->rank + 1, shape);
    for (int64_t i = 0; i < index->count; ++i)
        y[i * classes + ids[i]] = 1; /* allocation has set the others to 0 */
}

void run_lookup(Call *call, int which)
{
    switch (which) {
    case GATHER: gather(call); break;
    case INDEX_SELECT: index_select(call); break;
    case EMBEDDING: embedding(call); break;
    default: one_hot(call); break;
    }
}
