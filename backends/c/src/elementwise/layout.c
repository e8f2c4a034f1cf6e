/* layout.c - see layout.h. */
#include "elementwise/layout.h"

#include <string.h>

#include "scalar/portable.h"

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

static void swap_axes(sb_layout *l, int a, int b)
{
    int64_t size = l->shape[a];
    l->shape[a] = l->shape[b];
    l->shape[b] = size;
    for (int o = 0; o < l->arrays; o++) {
        int64_t stride = l->strides[o][a];
        l->strides[o][a] = l->strides[o][b];
        l->strides[o][b] = stride;
    }
}

/* Sort the axes by the strides of the output. The order does not change the results; this order has
 * the best access to memory. */
static void sort_axes(sb_layout *l)
{
    const int64_t *strides = l->strides[l->arrays - 1];
    for (int i = 1; i < l->rank; i++)
        for (int j = i; j > 0 && magnitude(strides[j - 1]) < magnitude(strides[j]); j--)
            swap_axes(l, j - 1, j);
}

static bool mergeable(const sb_layout *l, int outer, int inner)
{
    for (int o = 0; o < l->arrays; o++)
        if (l->strides[o][outer] != l->strides[o][inner] * l->shape[inner])
            return false;
    return true;
}

static void merge_axes(sb_layout *l)
{
    int kept = 0;
    for (int i = 1; i < l->rank; i++) {
        bool merged = mergeable(l, kept, i);
        int64_t size = merged ? l->shape[kept] * l->shape[i] : l->shape[i];
        kept += !merged;
        l->shape[kept] = size;
        for (int o = 0; o < l->arrays; o++) l->strides[o][kept] = l->strides[o][i];
    }
    l->rank = l->rank > 0 ? kept + 1 : 0;
}

static bool aligned(const sb_layout *l, int array, const char *place)
{
    return (uintptr_t)place % (uintptr_t)l->size[array] == 0;
}

/* Determine which arrays are one aligned run and which repeat one element. */
static void describe(sb_layout *l)
{
    l->contiguous = l->runs = l->rank <= 1;
    for (int o = 0; o < l->arrays; o++) {
        const bool run =
            aligned(l, o, l->data[o]) && (l->rank == 0 || l->strides[o][0] == l->size[o]);
        l->repeated[o] = l->rank > 0;
        for (int i = 0; i < l->rank; i++) l->repeated[o] = l->repeated[o] && l->strides[o][i] == 0;
        l->contiguous = l->contiguous && run;
        l->runs = l->runs && (run || l->repeated[o]);
    }
}

/* With a constant `size`, this compiles to one load and one store per element. */
SB_FN void copy_each(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                     int64_t count, size_t size)
{
    for (int64_t i = 0; i < count; i++) memcpy(to + i * to_stride, from + i * from_stride, size);
}

static void copy_run(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                     int64_t count, int size)
{
    if (to_stride == size && from_stride == size) {
        memcpy(to, from, (size_t)(count * size));
        return;
    }
    switch (size) {
    case 1: copy_each(to, to_stride, from, from_stride, count, 1); break;
    case 2: copy_each(to, to_stride, from, from_stride, count, 2); break;
    case 4: copy_each(to, to_stride, from, from_stride, count, 4); break;
    default: copy_each(to, to_stride, from, from_stride, count, 8);
    }
}

/* Return the address of an element of an array, and write its index along each axis to `index`. */
static char *locate(const sb_layout *l, int array, int64_t element, int64_t *index)
{
    char *place = l->data[array];
    for (int i = l->rank - 1; i >= 0; i--) {
        index[i] = element % l->shape[i];
        element /= l->shape[i];
        place += index[i] * l->strides[array][i];
    }
    return place;
}

void sb_layout_copy(const sb_layout *l, int array, int64_t start, int64_t count, char *buffer,
                    bool out)
{
    int64_t index[SB_MAX_RANK];
    const int size = l->size[array], last = l->rank - 1;
    const int64_t stride = l->strides[array][last];
    char *place = locate(l, array, start, index);
    for (;;) {
        int64_t run = l->shape[last] - index[last];
        run = run < count ? run : count;
        if (out)
            copy_run(place, stride, buffer, size, run, size);
        else
            copy_run(buffer, size, place, stride, run, size);
        count -= run;
        if (count == 0)
            return;
        buffer += run * size;
        /* Go back to the start of this row, then to the start of the next row. */
        place -= index[last] * stride;
        index[last] = 0;
        for (int i = last - 1; i >= 0; i--) {
            place += l->strides[array][i];
            if (++index[i] < l->shape[i])
                break;
            place -= l->shape[i] * l->strides[array][i];
            index[i] = 0;
        }
    }
}

char *sb_layout_run(const sb_layout *l, int array, int64_t start, int64_t count)
{
    int64_t index[SB_MAX_RANK];
    const int last = l->rank - 1;
    if (l->strides[array][last] != l->size[array])
        return NULL;
    char *place = locate(l, array, start, index);
    return index[last] + count <= l->shape[last] ? place : NULL;
}

char *sb_layout_direct(const sb_layout *l, int array, int64_t start, int64_t count)
{
    char *place = sb_layout_run(l, array, start, count);
    return place != NULL && aligned(l, array, place) ? place : NULL;
}

/* Enter the arrays in the layout. Return false if their shapes differ. */
static bool enter(sb_layout *l, const sb_array *const *arrays)
{
    const sb_array *first = arrays[0];
    for (int o = 0; o < l->arrays; o++) {
        if (arrays[o]->rank != first->rank)
            return false;
        for (int i = 0; i < first->rank; i++)
            if (arrays[o]->shape[i] != first->shape[i])
                return false;
        l->data[o] = arrays[o]->data;
        l->size[o] = (int)sb_format_size(arrays[o]->format);
    }
    l->count = sb_element_count(first);
    for (int i = 0; i < first->rank; i++) {
        if (first->shape[i] == 1)
            continue;
        for (int o = 0; o < l->arrays; o++) l->strides[o][l->rank] = arrays[o]->strides[i];
        l->shape[l->rank++] = first->shape[i];
    }
    return true;
}

bool sb_layout_of(const sb_array *const *arrays, int count, sb_layout *l)
{
    l->arrays = count;
    l->rank = 0;
    if (!enter(l, arrays))
        return false;
    if (l->count == 0)
        return true;
    sort_axes(l);
    merge_axes(l);
    describe(l);
    if (l->rank == 0) { /* a single element */
        l->rank = 1;
        l->shape[0] = 1;
        for (int o = 0; o < count; o++) l->strides[o][0] = l->size[o];
    }
    return true;
}
