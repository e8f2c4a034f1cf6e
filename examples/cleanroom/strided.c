/* Lists of offsets, extended axis by axis. */
#include "strided.h"

void add_axis(Walk *walk, int64_t size, int64_t stride)
{
    if (walk->rank == 128)
        refuse("more axes than this program keeps");
    walk->size[walk->rank] = size;
    walk->stride[walk->rank++] = stride;
}

int64_t *places(const Walk *walk, int64_t *count)
{
    int64_t total = 1;
    for (int axis = 0; axis < walk->rank; ++axis)
        if (walk->size[axis] == 0)
            total = 0;
    for (int axis = 0; axis < walk->rank; ++axis) total = times(total, walk->size[axis]);
    int64_t *place = allocate(total, sizeof *place);
    *count = total;
    if (!total)
        return place;
    /* The offsets of the axes so far are at the front. The next axis, from the last to the first,
       repeats them. */
    int64_t filled = 1;
    for (int axis = walk->rank - 1; axis >= 0; --axis) {
        const int64_t block = filled;
        for (int64_t i = 1; i < walk->size[axis]; ++i)
            for (int64_t j = 0; j < block; ++j) place[filled++] = place[j] + i * walk->stride[axis];
    }
    return place;
}

void row_major(int rank, const int64_t *shape, int64_t *strides)
{
    int64_t stride = 1;
    for (int axis = rank - 1; axis >= 0; --axis) {
        strides[axis] = stride;
        stride = times(stride, shape[axis]);
    }
}
