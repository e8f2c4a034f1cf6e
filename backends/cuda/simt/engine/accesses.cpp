// accesses.cpp - the checks of every access in the checking build.
//
// The memory must exist, memory that is read must have been written, and accesses of different
// threads must be ordered.
#include "allocation.h"
#include "fiber.h"
#include "finding.h"
#include "module.h"
#include "races.h"

namespace simt
{

namespace
{

bool is_checked;
Shadow fixed_shared, sized_shared;

void check_cells(Shadow *shadow, bool shared, const char *at, size_t size, Use use, Site site)
{
    size_t first, last;
    if (!shadow->cells || !shadow_cells(shadow, at, size, &first, &last))
        return;
    const Access own = {shadow, at, use, site, shared};
    for (size_t i = first; i <= last; i++) {
        Cell *cell = &shadow->cells[i];
        if (shared)
            renew(cell);
        if (use != WRITE && !cell->initialised)
            FIND(site, "uninitialised %s memory is read at byte %zu of %zu",
                 shared ? "shared" : "global", (size_t)(at - shadow->start), shadow->size);
        check_cell(cell, own);
    }
}

[[noreturn]] void find_outside(const char *at, size_t size, Use use, Site site)
{
    const Allocation *near = allocation_near(at);
    if (!near)
        FIND(site, "out of bounds: %s of %zu bytes where no memory is", name_of(use), size);
    if (at < near->start)
        FIND(site, "out of bounds: %s of %zu bytes, %zu before a block of %zu bytes", name_of(use),
             size, (size_t)(near->start - at), near->size);
    FIND(site, "out of bounds: %s of %zu bytes, %zu after the start of a block of %zu bytes",
         name_of(use), size, (size_t)(at - near->start), near->size);
}

bool overlaps(const Shadow *shadow, const char *at)
{
    return shadow->start <= at && at < shadow->start + shadow->size;
}

bool is_shared(const char *at, size_t size, Use use, Site site)
{
    const char *dynamic = dynamic_shared();
    if (overlaps(&fixed_shared, at)) {
        check_cells(&fixed_shared, true, at, size, use, site);
        return true;
    }
    if (at < dynamic || at >= dynamic + DYNAMIC_SHARED)
        return false;
    if (at + size > dynamic + sized_shared.size)
        FIND(site, "out of bounds: %s of %zu bytes of dynamic shared memory at byte %zu of %zu",
             name_of(use), size, (size_t)(at - dynamic), sized_shared.size);
    check_cells(&sized_shared, true, at, size, use, site);
    return true;
}

} // namespace

bool checking() { return is_checked; }

void access(const void *address, size_t size, Use use, Site site)
{
    const char *at = static_cast<const char *>(address);
    const Thread *own = running();
    if (own->fiber->lowest <= at && at < own->fiber->highest) // local memory
        return;
    if (is_shared(at, size, use, site))
        return;
    Allocation *allocation = allocation_at(at);
    if (allocation) {
        if (allocation->freed)
            FIND(site, "%s of %zu bytes in a block of %zu bytes that was freed", name_of(use), size,
                 allocation->size);
        if (at + size > allocation->start + allocation->size)
            find_outside(at, size, use, site);
        check_cells(&allocation->shadow, false, at, size, use, site);
        return;
    }
    const bool constant = module_holds(at, size); // tables
    const char *threads = reinterpret_cast<const char *>(&block);
    const bool built_in = (threads <= at && at < threads + sizeof block) ||
                          at == reinterpret_cast<const char *>(&simt_current);
    if (use != READ || !(constant || built_in))
        find_outside(at, size, use, site);
}

void access_atomically(const void *at, size_t size, int line, const char *file)
{
    if (!checking())
        return;
    if ((uintptr_t)at % size)
        FIND((Site{nullptr, file, line}),
             "misaligned: atomic operation on %zu bytes at an address "
             "that is %zu modulo 16",
             size, (size_t)((uintptr_t)at % 16));
    access(at, size, ATOMIC, {nullptr, file, line});
}

bool shadow_launch(bool checked, size_t dynamic_size)
{
    is_checked = checked;
    if (!checked)
        return true;
    if (races_launch())
        allocations_forget_accesses();
    shadow_drop(&fixed_shared);
    shadow_drop(&sized_shared);
    return shadow_make(&fixed_shared, module_shared(), module_shared_size()) &&
           shadow_make(&sized_shared, dynamic_shared(), dynamic_size);
}

} // namespace simt
