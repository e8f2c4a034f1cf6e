/* The kept axes index the slices, and the reduced axes index the elements of a slice, both in
   ascending order. */
#include "slices.h"
#include "strided.h"

Slices cut_slices(Call *call, uint64_t **result)
{
    const Tensor *x = &call->operand[0];
    const bool keep = flag_attribute(call, "keepdims", false);
    bool reduced[MAX_RANK];
    int64_t strides[MAX_RANK], shape[MAX_RANK];
    Walk kept = {.rank = 0}, inner = {.rank = 0};
    Slices slices = {.empty_axis = false};
    int rank = 0;
    axes_attribute(call, reduced);
    row_major(x->rank, x->shape, strides);
    for (int axis = 0; axis < x->rank; ++axis) {
        add_axis(reduced[axis] ? &inner : &kept, x->shape[axis], strides[axis]);
        slices.empty_axis |= reduced[axis] && x->shape[axis] == 0;
        if (!reduced[axis] || keep)
            shape[rank++] = reduced[axis] ? 1 : x->shape[axis];
    }
    *result = make_result(call, 0, rank, shape);
    slices.first = places(&kept, &slices.count);
    slices.offset = places(&inner, &slices.length);
    return slices;
}
