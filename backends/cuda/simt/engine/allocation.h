// allocation.h - global memory: blocks with a margin on both sides.
#pragma once

#include "shadow.h"

namespace simt
{

struct Allocation {
    char *start;
    size_t size;
    bool freed; // it stays for a while, so that a late access can be told
    Shadow shadow;
};

// The block that holds an address, or null; and the one nearest to it.
Allocation *allocation_at(const void *address);
Allocation *allocation_near(const void *address);

// Forget who has read and written what; what is initialised stays so.
void allocations_forget_accesses();

} // namespace simt
