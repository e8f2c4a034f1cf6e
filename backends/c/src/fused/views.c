/* views.c - see views.h. */
#include "fused/views.h"

sb_view sb_view_of(const sb_array *array, int first, int end)
{
    sb_view view = {.data = array->data, .format = array->format, .count = 1, .length = 1};
    for (int i = 0; i < array->rank; ++i) {
        const bool inside = first <= i && i < end;
        *(inside ? &view.length : &view.count) *= array->shape[i];
        sb_loops_append(inside ? &view.inner : &view.outer, array->shape[i], array->strides[i], 0);
    }
    return view;
}
