// allocation.cpp - blocks of global memory.
//
// A block is filled with poison when it is allocated and when it is freed. Margins show writes
// beyond its ends. Freed blocks wait in a queue, so that their addresses are not reused for a
// while.
#include "allocation.h"

#include <stdlib.h>
#include <string.h>

namespace simt
{

namespace
{

enum { ALIGNMENT = 256, MARGIN = 256, POISON = 0xff, MARGIN_BYTE = 0xa5 };
const size_t MOST_FREED = (size_t)64 << 20; // total size in bytes of freed blocks that wait

Allocation **blocks; // sorted by address
size_t count, capacity;
Allocation *last_found;

Allocation **freed; // a queue, the oldest first
size_t freed_count, freed_capacity, freed_bytes;

bool grow(Allocation ***array, size_t *room, size_t needed)
{
    if (needed <= *room)
        return true;
    const size_t wanted = needed * 2;
    void *more = realloc(*array, wanted * sizeof **array);
    if (!more)
        return false;
    *array = static_cast<Allocation **>(more);
    *room = wanted;
    return true;
}

// Return the number of blocks that start at or below the address.
size_t rank_of(const char *address)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (blocks[middle]->start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool is_margin(const char *from)
{
    // The first byte is right, and each byte equals the next one.
    return (unsigned char)from[0] == MARGIN_BYTE && memcmp(from, from + 1, MARGIN - 1) == 0;
}

size_t padded(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

void forget(Allocation *allocation)
{
    const size_t rank = rank_of(allocation->start);
    memmove(blocks + rank - 1, blocks + rank, (count - rank) * sizeof *blocks);
    count--;
    if (last_found == allocation)
        last_found = nullptr;
    shadow_drop(&allocation->shadow);
    free(allocation->start - MARGIN);
    free(allocation);
}

void keep_freed(Allocation *allocation)
{
    if (!grow(&freed, &freed_capacity, freed_count + 1)) {
        forget(allocation);
        return;
    }
    freed[freed_count++] = allocation;
    freed_bytes += allocation->size;
    size_t gone = 0;
    while (freed_bytes > MOST_FREED || freed_count - gone > 1024) {
        freed_bytes -= freed[gone]->size;
        forget(freed[gone++]);
    }
    freed_count -= gone;
    memmove(freed, freed + gone, freed_count * sizeof *freed);
}

} // namespace

Allocation *allocation_near(const void *address)
{
    const char *at = static_cast<const char *>(address);
    const size_t rank = rank_of(at);
    Allocation *below = rank > 0 ? blocks[rank - 1] : nullptr;
    Allocation *above = rank < count ? blocks[rank] : nullptr;
    if (!below || !above)
        return below ? below : above;
    return at - (below->start + below->size) <= above->start - at ? below : above;
}

Allocation *allocation_at(const void *address)
{
    const char *at = static_cast<const char *>(address);
    const auto holds = [at](const Allocation *one) {
        return one->start <= at && at < one->start + one->size;
    };
    if (last_found && holds(last_found))
        return last_found;
    const size_t rank = rank_of(at);
    if (rank == 0 || !holds(blocks[rank - 1]))
        return nullptr;
    last_found = blocks[rank - 1];
    return last_found;
}

void allocations_forget_accesses()
{
    for (size_t i = 0; i < count; i++) shadow_forget_accesses(&blocks[i]->shadow);
}

} // namespace simt

using namespace simt;

// Return the address of a new block, or 0 if memory is short.
extern "C" uint64_t simt_allocate(uint64_t size, int checked)
{
    void *base = nullptr;
    if (size > (uint64_t)1 << 46 || !grow(&blocks, &capacity, count + 1))
        return 0;
    if (posix_memalign(&base, ALIGNMENT, padded(size) + 2 * MARGIN))
        return 0;
    char *start = static_cast<char *>(base) + MARGIN;
    memset(base, MARGIN_BYTE, MARGIN);
    memset(start, POISON, size);
    memset(start + size, MARGIN_BYTE, padded(size) - size + MARGIN);
    Allocation *allocation = static_cast<Allocation *>(calloc(1, sizeof(Allocation)));
    if (!allocation || (checked && !shadow_make(&allocation->shadow, start, size))) {
        free(allocation);
        free(base);
        return 0;
    }
    allocation->start = start;
    allocation->size = size;
    const size_t rank = rank_of(start);
    memmove(blocks + rank + 1, blocks + rank, (count - rank) * sizeof *blocks);
    blocks[rank] = allocation;
    count++;
    return (uint64_t)start;
}

extern "C" void simt_release(uint64_t address)
{
    Allocation *allocation = allocation_at(reinterpret_cast<void *>(address));
    if (!allocation || allocation->freed)
        return;
    memset(allocation->start, POISON, allocation->size);
    allocation->freed = true;
    keep_freed(allocation);
}

// Return the address of a block whose margins were overwritten, or 0. Each block is reported once.
extern "C" uint64_t simt_damaged(void)
{
    for (size_t i = 0; i < count; i++) {
        char *start = blocks[i]->start, *end = start + blocks[i]->size;
        if (blocks[i]->freed || (is_margin(start - MARGIN) && is_margin(end)))
            continue;
        memset(start - MARGIN, MARGIN_BYTE, MARGIN);
        memset(end, MARGIN_BYTE, MARGIN);
        return (uint64_t)start;
    }
    return 0;
}

// Record that the CPU has written these bytes.
extern "C" void simt_written(uint64_t address, uint64_t size)
{
    Allocation *allocation = allocation_at(reinterpret_cast<void *>(address));
    if (allocation)
        shadow_written(&allocation->shadow, reinterpret_cast<char *>(address), size);
}
