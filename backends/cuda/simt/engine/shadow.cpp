// shadow.cpp - creating cells, and dividing them into smaller ones.
#include "shadow.h"

#include <stdlib.h>

namespace simt
{

namespace
{

size_t cell_count(const Shadow *shadow)
{
    const size_t width = (size_t)1 << shadow->shift;
    return (shadow->size + width - 1) >> shadow->shift;
}

bool refine(Shadow *shadow)
{
    Cell *finer = static_cast<Cell *>(calloc(shadow->size + 1, sizeof(Cell)));
    if (!finer)
        return false;
    for (size_t i = 0; i < shadow->size; i++) finer[i] = shadow->cells[i >> shadow->shift];
    free(shadow->cells);
    shadow->cells = finer;
    shadow->shift = 0;
    return true;
}

} // namespace

bool shadow_make(Shadow *shadow, char *start, size_t size)
{
    *shadow = {nullptr, start, size, 2};
    shadow->cells = static_cast<Cell *>(calloc(cell_count(shadow) + 1, sizeof(Cell)));
    return shadow->cells != nullptr;
}

void shadow_drop(Shadow *shadow)
{
    free(shadow->cells);
    *shadow = {};
}

void shadow_forget_accesses(Shadow *shadow)
{
    if (!shadow->cells)
        return;
    for (size_t i = 0; i < cell_count(shadow); i++) {
        Cell fresh = {};
        fresh.initialised = shadow->cells[i].initialised;
        shadow->cells[i] = fresh;
    }
}

bool shadow_cells(Shadow *shadow, const char *at, size_t size, size_t *first, size_t *last)
{
    const size_t offset = (size_t)(at - shadow->start);
    const bool to_the_end = offset + size == shadow->size;
    const bool fits = offset % 4 == 0 && (size % 4 == 0 || to_the_end);
    if (shadow->shift && !fits && !refine(shadow))
        return false;
    *first = offset >> shadow->shift;
    *last = (offset + size - 1) >> shadow->shift;
    return true;
}

void shadow_written(Shadow *shadow, const char *at, size_t size)
{
    size_t first, last;
    if (!shadow->cells || size == 0 || !shadow_cells(shadow, at, size, &first, &last))
        return;
    for (size_t i = first; i <= last; i++) shadow->cells[i].initialised = true;
}

} // namespace simt
