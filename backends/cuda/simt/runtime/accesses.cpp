// accesses.cpp - what the checking build asks of every access: that it lies in memory that there is,
// that somebody has written what is read, and that nobody else touches it without an order.
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

#include "allocation.h"
#include "fiber.h"
#include "finding.h"
#include "module.h"

namespace simt
{

namespace
{

bool is_checked;
uint32_t now_block, now_epoch, first_block; // first_block: of this launch
uint32_t lane_clocks[MOST_WARPS][LANES][LANES]; // [lane][other]: up to when it knows the other
Shadow fixed_shared, sized_shared;

#define FIND(site, ...)                                                                            \
    do {                                                                                           \
        if ((site).code)                                                                           \
            find_in((site).code, __VA_ARGS__);                                                     \
        else                                                                                       \
            find_at(running(), (site).file, (site).line, __VA_ARGS__);                             \
        abandon_block();                                                                           \
    } while (0)

const char *name_of(Use use)
{
    return use == READ ? "read" : use == WRITE ? "write" : "atomic operation";
}

bool is_ordered(int other, uint32_t clock)
{
    const Thread *own = running();
    return other == own->index ||
           (other / LANES == own->warp &&
            lane_clocks[own->warp][own->lane][other % LANES] >= clock);
}

[[noreturn]] void find_race(Use before, Use use, const Shadow *shadow, const char *at, int other,
                            bool other_block, Site site)
{
    const bool shared = shadow == &fixed_shared || shadow == &sized_shared;
    FIND(site, "race: %s after %s by thread %d%s, of %s memory at byte %zu of %zu", name_of(use),
         name_of(before), other, other_block ? " of another block" : "",
         shared ? "shared" : "global", (size_t)(at - shadow->start), shadow->size);
}

// A write by another thread that nothing orders before this access.
void check_write_before(Cell *cell, Use use, Shadow *shadow, const char *at, Site site)
{
    if (cell->write_block < first_block || (use == ATOMIC && cell->wrote_atomically))
        return;
    const Use before = cell->wrote_atomically ? ATOMIC : WRITE;
    if (cell->write_block != now_block)
        find_race(before, use, shadow, at, cell->writer, true, site);
    if (cell->write_epoch == now_epoch && !is_ordered(cell->writer, cell->write_clock))
        find_race(before, use, shadow, at, cell->writer, false, site);
}

// Reads by other threads that nothing orders before this write.
void check_reads_before(Cell *cell, Use use, Shadow *shadow, const char *at, Site site)
{
    if (cell->read_block < first_block)
        return;
    if (cell->read_block != now_block || cell->read_by_blocks)
        find_race(READ, use, shadow, at, cell->reader, true, site);
    if (cell->read_epoch != now_epoch)
        return;
    const bool other_warps = (cell->read_warps & ~(1u << running()->warp)) != 0;
    const bool before_open = cell->before >= 0 && !is_ordered(cell->before, cell->before_clock);
    if (!is_ordered(cell->reader, cell->read_clock))
        find_race(READ, use, shadow, at, cell->reader, false, site);
    if (other_warps || before_open)
        find_race(READ, use, shadow, at, cell->before, false, site);
}

void note_write(Cell *cell, Use use)
{
    cell->write_block = now_block;
    cell->write_epoch = now_epoch;
    cell->write_clock = running()->clock;
    cell->writer = (int16_t)running()->index;
    cell->wrote_atomically = use == ATOMIC;
    cell->initialised = true;
}

void note_read(Cell *cell)
{
    const Thread *own = running();
    if (cell->read_block != now_block)
        cell->read_by_blocks = cell->read_block >= first_block;
    if (cell->read_block != now_block || cell->read_epoch != now_epoch) {
        cell->read_warps = 0;
        cell->before = -1;
    } else if (cell->reader != own->index) {
        cell->before = cell->reader;
        cell->before_clock = cell->read_clock;
    }
    cell->read_block = now_block;
    cell->read_epoch = now_epoch;
    cell->read_clock = own->clock;
    cell->reader = (int16_t)own->index;
    cell->read_warps |= 1u << own->warp;
}

void check_cells(Shadow *shadow, bool shared, const char *at, size_t size, Use use, Site site)
{
    size_t first, last;
    if (!shadow->cells || !shadow_cells(shadow, at, size, &first, &last))
        return;
    for (size_t i = first; i <= last; i++) {
        Cell *cell = &shadow->cells[i];
        if (shared && cell->write_block != now_block)
            cell->initialised = false; // shared memory is new in each block
        if (shared && cell->write_block != now_block)
            cell->write_block = 0;
        if (shared && cell->read_block != now_block)
            cell->read_block = 0;
        if (use != WRITE && !cell->initialised)
            FIND(site, "uninitialised %s memory is read at byte %zu of %zu",
                 shared ? "shared" : "global", (size_t)(at - shadow->start), shadow->size);
        check_write_before(cell, use, shadow, at, site);
        if (use != READ) {
            check_reads_before(cell, use, shadow, at, site);
            note_write(cell, use);
        } else {
            note_read(cell);
        }
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

bool checking()
{
    return is_checked && simt_current;
}

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
        FIND((Site{nullptr, file, line}), "misaligned: atomic operation on %zu bytes at an address "
             "that is %zu modulo 16", size, (size_t)((uintptr_t)at % 16));
    access(at, size, ATOMIC, {nullptr, file, line});
}

bool shadow_launch(bool checked, size_t dynamic_size)
{
    is_checked = checked;
    if (!checked)
        return true;
    if (now_epoch > 0x7fffffff) { // the numbers must not run over
        now_block = now_epoch = 0;
        allocations_forget_accesses();
    }
    first_block = now_block + 1;
    shadow_drop(&fixed_shared);
    shadow_drop(&sized_shared);
    return shadow_make(&fixed_shared, module_shared(), module_shared_size()) &&
           shadow_make(&sized_shared, dynamic_shared(), dynamic_size);
}

void shadow_block()
{
    now_block++;
    now_epoch++;
    if (is_checked)
        memset(lane_clocks, 0, sizeof lane_clocks[0] * (size_t)block.warps);
}

void shadow_barrier()
{
    now_epoch++;
}

void shadow_warp_barrier(int warp, unsigned lanes)
{
    if (!is_checked)
        return;
    uint32_t joint[LANES] = {};
    for (int lane = 0; lane < LANES; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        Thread *thread = &block.threads[warp * LANES + lane];
        lane_clocks[warp][lane][lane] = thread->clock++;
        for (int other = 0; other < LANES; other++)
            if (lane_clocks[warp][lane][other] > joint[other])
                joint[other] = lane_clocks[warp][lane][other];
    }
    for (int lane = 0; lane < LANES; lane++)
        if (lanes >> lane & 1)
            memcpy(lane_clocks[warp][lane], joint, sizeof joint);
}

} // namespace simt
